import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { CommanderError } from 'commander'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { postgresqlLines } from '#server/cli/backups/postgresql-lines.ts'
import { addBackupCommand } from '#server/cli/commands/backup.ts'
import { addRestoreCommand } from '#server/cli/commands/restore.ts'
import { addVerifyCommand } from '#server/cli/commands/verify.ts'
import { createProgram } from '#server/cli/program.ts'
import { openDatabase } from '#server/database/open.ts'
import { installedPostgresql } from '#tests/support/database/installed-postgresql.ts'
import { createDatabase, databaseOnServer } from '#tests/support/database/postgresql-databases.ts'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

let folder: ReturnType<typeof temporaryFolder>

beforeEach(() => {
  folder = temporaryFolder('dumps')
})
afterEach(() => {
  vi.unstubAllEnvs()
  folder.remove()
})

it.each([
  ['backup', addBackupCommand],
  ['verify', addVerifyCommand],
  ['restore', addRestoreCommand],
] as const)('the command %s says what to run instead, as the documentation does', async (name, add) => {
  vi.stubEnv('DATABASE_URL', 'postgresql://app@127.0.0.1/site')
  const archive = join(folder.path, 'site.dump')
  writeFileSync(archive, 'PGDMP')
  const program = createProgram('ops', '')
  let written = ''
  program.configureOutput({ writeErr: (text) => (written += text) })
  add(program)
  // These commands exit with 2.
  await expect(program.parseAsync([name, archive], { from: 'user' })).rejects.toThrow(CommanderError)
  expect(written).toBe(`error: "${name}" is for SQLite. For PostgreSQL, run:\n\n  ${postgresqlLines[name]}\n\n`)
  expect(readFileSync('docs/operations.md', 'utf8').split('\n')).toContain(postgresqlLines[name])
})

const installed = installedPostgresql()

it.runIf(installed)('the lines of the documentation copy a database, read the copy and restore it', async () => {
  const server = await startPostgresql([], { installed: String(installed) })
  try {
    const run = (line: string, database: string) =>
      promisify(execFile)('sh', ['-c', line], {
        cwd: folder.path,
        env: { PATH: `${installed}:${process.env.PATH}`, DATABASE_URL: databaseOnServer(server.url, database) },
      })
    const [from, to] = [await createDatabase(server.url), await createDatabase(server.url)]
    const source = databaseOnServer(server.url, from)
    const database = await openDatabase({ url: source, log: silentLog })
    await insertManyEstimates(source, 40, new Date('2026-01-05T12:00:00Z'))
    await run(postgresqlLines.backup, from)
    await database.close()
    await run(postgresqlLines.verify, from)
    await run(postgresqlLines.restore, to)
    const everything = 'SELECT * FROM project_estimates ORDER BY id'
    const rows = await queryDatabase(source, everything)
    expect(rows).toHaveLength(40)
    expect(await queryDatabase(databaseOnServer(server.url, to), everything)).toEqual(rows)
    const restored = await openDatabase({ url: databaseOnServer(server.url, to), log: silentLog })
    expect(await restored.read.projectEstimate.count()).toBe(40)
    await restored.close()
    await expect(run(postgresqlLines.restore, to)).rejects.toThrow('already exists')
  } finally {
    await server.stop()
  }
})
