import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { backUp } from '#server/cli/backups/back-up.ts'
import { verifyBackup } from '#server/cli/backups/verify-backup.ts'
import { scriptContents } from '#server/database/postgresql/archive.ts'
import { postgresqlBackups } from '#server/database/postgresql/backups.ts'
import { clientUrl } from '#server/database/postgresql/client-programs.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder('dumps')
})
afterEach(() => {
  vi.unstubAllEnvs()
  folder.remove()
})

const now = new Date('2026-01-05T02:30:00Z')

it('names the command to run where pg_dump and pg_restore are not installed, and leaves no file', async () => {
  const empty = join(folder.path, 'empty')
  mkdirSync(empty)
  vi.stubEnv('PATH', empty)
  const made = backUp({ databaseUrl: 'postgresql://app@127.0.0.1/site', target: join(folder.path, 'site.dump'), now })
  await expect(made).rejects.toThrow(
    'pg_dump --format=custom --no-owner --no-privileges --file=FILE --dbname="$DATABASE_URL"',
  )
  expect(readdirSync(folder.path)).toEqual(['empty'])
  const archive = join(folder.path, 'site.dump')
  writeFileSync(archive, 'PGDMP')
  await expect(verifyBackup(archive)).rejects.toThrow('pg_restore is not installed here')
})

it('restores into an empty database only', async () => {
  const place = await createTestDatabase()
  const contents = { migrations: [], tables: {}, newestEstimate: null, newestChange: null }
  const restored = postgresqlBackups.restore({ file: 'site.dump', contents, url: place.url, isForced: true, now })
  await expect(restored).rejects.toThrow('is not empty. Create an empty one')
  await place.dispose()
})

it.each([
  ['postgresql://app:s%40cret@db:5432/site', 'postgresql://app@db:5432/site'],
  ['postgresql://app:s@db/site?sslmode=no-verify', 'postgresql://app@db/site?sslmode=require'],
  [
    'postgresql://app:s@db/site?sslmode=verify-full&uselibpqcompat=true',
    'postgresql://app@db/site?sslmode=verify-full',
  ],
])('passes the address %s on as %s, without the password that others could see', (url, expected) => {
  expect(clientUrl(url)).toBe(expected)
})

it('counts the rows of an archive by its lines, whatever visitors typed', async () => {
  const script = [
    'SET statement_timeout = 0;',
    'COPY public._prisma_migrations (id, checksum, finished_at, migration_name, rolled_back_at) FROM stdin;',
    'b\tsum\t2026-01-01 00:00:00+00\t20260102_second\t\\N',
    'a\tsum\t2026-01-01 00:00:00+00\t20260101_first\t\\N',
    'c\tsum\t2026-01-01 00:00:00+00\t20260103_undone\t2026-01-02 00:00:00+00',
    '\\.',
    '',
    'COPY public.project_estimates (id, name, created_at) FROM stdin;',
    'one\tNo\u2028line\\nbreaks\t2026-01-05 10:00:00.25+00',
    'two\tCOPY public.users (id) FROM stdin;\t2026-01-05 09:00:00+00',
    '\\.',
    'COPY public.estimate_events (id, at) FROM stdin;',
    'e\t2026-01-06 10:00:00+00',
    '\\.',
    'COPY public.sessions (id) FROM stdin;',
    '\\.',
    '',
  ].join('\n')
  // In small parts, so that lines and characters are cut.
  const bytes = Buffer.from(script)
  const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(7 * index, 7 * index + 7),
  )
  expect(await scriptContents(Readable.from(parts, { objectMode: false }))).toEqual({
    migrations: ['20260101_first', '20260102_second'],
    tables: { _prisma_migrations: 3, estimate_events: 1, project_estimates: 2, sessions: 0 },
    newestEstimate: '2026-01-05T10:00:00.250Z',
    newestChange: '2026-01-06T10:00:00.000Z',
  })
})
