import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { backUp } from '#server/cli/backups/back-up.ts'
import { manifestPath } from '#server/cli/backups/manifest.ts'
import { restoreBackup } from '#server/cli/backups/restore-backup.ts'
import { verifyBackup } from '#server/cli/backups/verify-backup.ts'
import { openDatabase, openDatabaseBeside } from '#server/database/open.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { noteBackup, readLastBackup } from '#server/last-backup.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

const template = temporaryFolder('backup-template')
const firstAt = new Date('2026-01-05T12:00:00Z')
const now = new Date('2026-01-06T02:30:00.500Z')

let folder: ReturnType<typeof temporaryFolder>
let path: string
let databaseUrl: string
let target: string

beforeAll(async () => {
  migrateSqlite(join(template.path, 'app.db'), silentLog)
  await insertManyEstimates(`file:${join(template.path, 'app.db')}`, 40, firstAt)
})
afterAll(() => template.remove())
beforeEach(() => {
  folder = temporaryFolder('backups')
  path = join(folder.path, 'app.db')
  databaseUrl = `file:${path}`
  target = join(folder.path, 'backup.db')
  copyFileSync(join(template.path, 'app.db'), path)
})
afterEach(() => folder.remove())

const restored = (options: { file?: string; isForced?: boolean; url?: string } = {}) =>
  restoreBackup({
    file: options.file ?? target,
    databaseUrl: options.url ?? databaseUrl,
    isForced: options.isForced ?? false,
    now,
  })

function run(file: string, sql: string): void {
  const connection = openConnection(file)
  connection.exec(sql)
  connection.close()
}

function countEstimates(file: string): number {
  const connection = openConnection(file, { readonly: true })
  const count = connection.prepare<[], number>('SELECT count(*) FROM project_estimates').pluck().get()
  connection.close()
  return count ?? 0
}

it('backup copies what a server has committed, its write-ahead log too, to one file that only its owner can read', async () => {
  const server = await openDatabase({ url: databaseUrl, log: silentLog })
  await insertManyEstimates(databaseUrl, 10, new Date('2026-01-06T01:00:00Z'))
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  const backup = await backUp({ databaseUrl, target, now })
  expect(backup.manifest).toMatchObject({
    engine: 'sqlite',
    begunAt: '2026-01-06T02:30:00.500Z',
    bytes: statSync(target).size,
    tables: { project_estimates: 50, outbox_messages: 0 },
    newestEstimate: '2026-01-06T01:00:03.333Z',
  })
  await server.close()
  expect(readdirSync(folder.path).filter((name) => name.startsWith('backup'))).toEqual(['backup.db', 'backup.db.json'])
  for (const file of [target, manifestPath(target)]) expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(countEstimates(target)).toBe(50)
})

it('backup names files in a folder by the time, and keeps the newest of those that it has named itself', async () => {
  const backups = `${join(folder.path, 'backups')}/`
  mkdirSync(backups)
  const others = ['estimates.db', 'estimates-2020-01-01.db', 'notes.txt']
  for (const name of others) writeFileSync(join(backups, name), 'not ours')
  const at = (minute: number) =>
    backUp({ databaseUrl, target: backups, keep: 2, now: new Date(now.getTime() + minute * 60_000) })
  await at(0)
  await at(1)
  const { removed } = await at(2)
  expect(removed).toEqual([join(backups, 'estimates-2026-01-06T02-30-00Z.db')])
  expect(readdirSync(backups).toSorted()).toEqual(
    [...others, 'estimates-2026-01-06T02-31-00Z.db', 'estimates-2026-01-06T02-32-00Z.db']
      .concat(['estimates-2026-01-06T02-31-00Z.db.json', 'estimates-2026-01-06T02-32-00Z.db.json'])
      .toSorted(),
  )
})

it('backup replaces an earlier backup, but no other file, such as the database itself', async () => {
  await backUp({ databaseUrl, target, now })
  await backUp({ databaseUrl, target, now })
  await expect(backUp({ databaseUrl, target: path, now })).rejects.toThrow('no manifest beside it')
  expect(countEstimates(path)).toBe(40)
})

it('backup fails where there is no database, creates none, and leaves no file', async () => {
  const missing = join(folder.path, 'none.db')
  await expect(backUp({ databaseUrl: `file:${missing}`, target, now })).rejects.toThrow('There is no database at')
  expect(readdirSync(folder.path)).toEqual(['app.db'])
})

it('backup creates the folder, but not the one above, whose disk may not be mounted', async () => {
  await backUp({ databaseUrl, target: join(folder.path, 'backups', 'a.db'), now })
  const unmounted = join(folder.path, 'disk', 'backups', 'a.db')
  await expect(backUp({ databaseUrl, target: unmounted, now })).rejects.toThrow('There is no folder')
  expect(existsSync(join(folder.path, 'disk'))).toBe(false)
})

it('backup removes what a killed backup left, a day later', async () => {
  const old = `${target}.unfinished-1`
  writeFileSync(old, 'half')
  await backUp({ databaseUrl, target, now })
  expect(existsSync(old)).toBe(true)
  const { utimesSync } = await import('node:fs')
  utimesSync(old, new Date(Date.now() - 25 * 3_600_000), new Date(Date.now() - 25 * 3_600_000))
  await backUp({ databaseUrl, target, now })
  expect(existsSync(old)).toBe(false)
})

it('verify says what is in a backup', async () => {
  await backUp({ databaseUrl, target, now })
  const { contents, manifest, pendingMigrations, refusal } = await verifyBackup(target)
  expect(contents.tables.project_estimates).toBe(40)
  expect([pendingMigrations, refusal]).toEqual([0, undefined])
  expect(manifest?.begunAt).toBe(now.toISOString())
})

it('verify reads a backup in a folder that is read-only', async () => {
  await backUp({ databaseUrl, target, now })
  chmodSync(folder.path, 0o500)
  try {
    expect((await verifyBackup(target)).contents.tables.project_estimates).toBe(40)
  } finally {
    chmodSync(folder.path, 0o700)
  }
})

it('verify reads a copy that was made in another way, and leaves nothing beside it', async () => {
  run(path, 'PRAGMA journal_mode = WAL')
  copyFileSync(path, target)
  expect((await verifyBackup(target)).manifest).toBeUndefined()
  expect(readdirSync(folder.path)).toEqual(['app.db', 'backup.db'])
})

it.each([
  ['one flipped bit', (bytes: Buffer) => bytes.fill((bytes[9_000] ?? 0) ^ 1, 9_000, 9_001)],
  ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length - 4_096)],
])('verify finds %s by the checksum', async (_damage, change) => {
  await backUp({ databaseUrl, target, now })
  writeFileSync(target, change(readFileSync(target)))
  await expect(verifyBackup(target)).rejects.toThrow('is damaged')
})

it('verify finds a missing end without a manifest, too', async () => {
  await backUp({ databaseUrl, target, now })
  rmSync(manifestPath(target))
  const bytes = readFileSync(target)
  writeFileSync(target, bytes.subarray(0, bytes.length - 20 * 4_096))
  await expect(verifyBackup(target)).rejects.toThrow('cannot be used')
})

it.each([
  ['a text', () => writeFileSync(target, 'some notes'), 'is no backup'],
  ['an empty file', () => writeFileSync(target, ''), 'is no backup'],
  ['no file', () => undefined, 'There is no file'],
  ['a database of another program', () => run(target, 'CREATE TABLE notes (text)'), 'not one of this program'],
])('verify refuses %s', async (_what, make, message) => {
  make()
  await expect(verifyBackup(target)).rejects.toThrow(message)
})

it('verify refuses a manifest that it does not understand', async () => {
  await backUp({ databaseUrl, target, now })
  appendFileSync(manifestPath(target), '}')
  await expect(verifyBackup(target)).rejects.toThrow('is not the manifest of a backup')
})

it('restore creates the database in a new folder', async () => {
  await backUp({ databaseUrl, target, now })
  const fresh = join(folder.path, 'new', 'data', 'app.db')
  expect((await restored({ url: `file:${fresh}` })).previousPath).toBeUndefined()
  expect(readdirSync(join(folder.path, 'new', 'data'))).toContain('app.db')
  expect(statSync(fresh).mode & 0o777).toBe(0o600)
  expect(countEstimates(fresh)).toBe(40)
})

it('restore gives the database to the owner of its folder, also when root restores it', async () => {
  await backUp({ databaseUrl, target, now })
  const data = join(folder.path, 'data')
  mkdirSync(data)
  if (process.getuid?.() === 0) chownSync(data, 65_534, 65_534)
  await restored({ url: `file:${join(data, 'app.db')}` })
  const owners = readdirSync(data).map((name) => [name, statSync(join(data, name)).uid])
  const { uid } = statSync(data)
  expect(owners).toEqual([
    ['app.db', uid],
    ['app.db.lock', uid],
  ])
})

it('restore refuses while a server or a command has the database open', async () => {
  await backUp({ databaseUrl, target, now })
  const server = await openDatabase({ url: databaseUrl, log: silentLog })
  await expect(restored({ isForced: true })).rejects.toThrow('is in use by')
  const command = await openDatabaseBeside({ url: databaseUrl, log: silentLog })
  await server.close()
  await expect(restored({ isForced: true })).rejects.toThrow('has the database')
  await command.close()
  await restored({ isForced: true })
})

it('restore replaces newer data only by force, and keeps them', async () => {
  await backUp({ databaseUrl, target, now })
  await insertManyEstimates(databaseUrl, 5, new Date('2026-01-07T00:00:00Z'))
  await expect(restored()).rejects.toThrow(
    'was changed at 2026-01-07T00:00:01.667Z, after the last change in the backup',
  )
  expect(countEstimates(path)).toBe(45)
  const { previousPath = '' } = await restored({ isForced: true })
  expect(previousPath).toBe(`${path}.replaced-2026-01-06T02-30-00-500Z`)
  expect([countEstimates(path), countEstimates(previousPath)]).toEqual([40, 45])
})

it('restore replaces data that the backup has, too, without force', async () => {
  await backUp({ databaseUrl, target, now })
  run(path, 'DELETE FROM project_estimates WHERE rowid % 2 = 0')
  await restored()
  expect(countEstimates(path)).toBe(40)
})

it('restore keeps the write-ahead log of the former database away from the restored one', async () => {
  await backUp({ databaseUrl, target, now })
  const server = openConnection(path)
  server.pragma('journal_mode = WAL')
  server.exec("UPDATE project_estimates SET name = 'Changed later'")
  const [database, wal] = [readFileSync(path), readFileSync(`${path}-wal`)]
  server.close()
  // A kill leaves the files like this.
  writeFileSync(path, database)
  writeFileSync(`${path}-wal`, wal)
  const { previousPath = '' } = await restored({ isForced: true })
  const changed = (file: string) => {
    const connection = openConnection(file)
    const count = connection
      .prepare("SELECT count(*) FROM project_estimates WHERE name = 'Changed later'")
      .pluck()
      .get()
    connection.close()
    return count
  }
  expect([changed(path), changed(previousPath)]).toEqual([0, 40])
})

it('restore replaces a damaged database by force, and keeps it', async () => {
  await backUp({ databaseUrl, target, now })
  writeFileSync(path, 'no database any more'.repeat(100))
  await expect(restored()).rejects.toThrow('cannot be read')
  const { previousPath = '' } = await restored({ isForced: true })
  expect(readFileSync(previousPath, 'utf8')).toContain('no database any more')
  expect(countEstimates(path)).toBe(40)
})

it.each(['empty', 'missing'])(
  'restore keeps the log of a database that is %s, and replaces both by force',
  async (state) => {
    await backUp({ databaseUrl, target, now })
    if (state === 'empty') writeFileSync(path, '')
    else rmSync(path)
    writeFileSync(`${path}-wal`, 'what was written last')
    await expect(restored()).rejects.toThrow('cannot be read')
    await restored({ isForced: true })
    expect(readFileSync(`${path}.replaced-2026-01-06T02-30-00-500Z-wal`, 'utf8')).toBe('what was written last')
    expect(countEstimates(path)).toBe(40)
  },
)

it('restore changes nothing when the backup is damaged', async () => {
  await backUp({ databaseUrl, target, now })
  appendFileSync(target, 'more')
  await expect(restored({ isForced: true })).rejects.toThrow('is damaged')
  expect(readdirSync(folder.path).filter((name) => name.startsWith('app.db'))).toEqual(['app.db'])
  expect(countEstimates(path)).toBe(40)
})

it('restores a backup of an earlier version, which the next start migrates', async () => {
  const earlier = join(folder.path, 'earlier.db')
  run(earlier, readFileSync('tests/database/version-0.2/sqlite.sql', 'utf8'))
  await backUp({ databaseUrl: `file:${earlier}`, target, now })
  expect((await verifyBackup(target)).pendingMigrations).toBe(14)
  rmSync(path)
  await restored()
  const server = await openDatabase({ url: databaseUrl, log: silentLog })
  expect(await server.read.estimateEvent.count()).toBe(0)
  await server.close()
})

it('restore refuses a backup of a newer version', async () => {
  await backUp({ databaseUrl, target, now })
  run(
    path,
    `INSERT INTO _prisma_migrations SELECT 'x', checksum, finished_at, '20990101000000_later', logs, rolled_back_at,
       started_at, applied_steps_count FROM _prisma_migrations LIMIT 1`,
  )
  const newer = join(folder.path, 'newer.db')
  await backUp({ databaseUrl, target: newer, now })
  await expect(restored({ file: newer })).rejects.toThrow(
    'This version of the program cannot use the backup. The database has the migration 2099',
  )
})

it('leaves a note of itself, and is good where it cannot', () => {
  const dataDir = join(folder.path, 'data')
  const note = { path: target, at: now }
  expect(() => noteBackup(dataDir, note)).not.toThrow()
  expect(readLastBackup(dataDir)).toBeNull()
  mkdirSync(dataDir)
  noteBackup(dataDir, note)
  expect(readLastBackup(dataDir)).toEqual(note)
  writeFileSync(join(dataDir, 'last-backup'), 'by hand')
  expect(readLastBackup(dataDir)).toBeNull()
})
