import { hash } from 'node:crypto'
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { copyDatabase } from '#server/database/sqlite/backups.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

let place: TestDatabaseUrl
let path: string

beforeEach(async () => {
  place = await createTestDatabaseUrl()
  path = sqlitePath(place.url)
})
afterEach(() => place.dispose())

const writerTo = (database: Database) =>
  createEstimateWriter({ database, serverKey: testServerKey, clock: new TestClock(), onCommitted: () => {} })

async function submit(writer: EstimateWriter, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await writer.submit(estimateRequest(newVisitor()), newSenderAddress())
}

async function backup(): Promise<string> {
  const file = `${path}.backup`
  writeFileSync(file, '')
  await copyDatabase(place.url, file, () => undefined)
  return file
}

async function storedAfterStart(): Promise<number> {
  const database = await openDatabase({ url: place.url, log: silentLog })
  const count = await database.read.projectEstimate.count()
  await database.close()
  return count
}

describe('while a database is open', () => {
  let database: Database
  let writer: EstimateWriter
  let errors: string[]

  beforeEach(async () => {
    errors = []
    const log = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).msg) })
    database = await openDatabase({ url: place.url, log })
    writer = writerTo(database)
    await submit(writer, 20)
  })
  afterEach(() => database.close())

  const addAttempt = () =>
    database.transaction(({ attempt }) => attempt.create({ data: { key: 'a', hits: 1, windowEndsAt: new Date() } }))

  async function expectNoWrites(): Promise<void> {
    await expect(submit(writer, 1)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(addAttempt()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(database.assertWritable()).rejects.toBeInstanceOf(DatabaseUnavailable)
  }

  const faults: readonly [string, RegExp, () => Promise<void>][] = [
    ['its file is deleted', /moved, deleted or replaced.+restore/, async () => rmSync(path)],
    ['another file takes its place', /moved, deleted or replaced/, async () => renameSync(await backup(), path)],
    ['its log is deleted', /-wal was moved, deleted.+start it again/, async () => rmSync(`${path}-wal`)],
    ['a backup is copied over it', /has overwritten.+restore/, async () => copyFileSync(await backup(), path)],
  ]
  it.each(faults)('stores nothing once %s, and says so once with the cure', async (_name, message, happen) => {
    await happen()
    await expectNoWrites()
    expect(errors).toEqual([expect.stringMatching(message)])
  })

  it('refuses a transaction that was under way when its file was deleted', async () => {
    const writing = database.transaction(async ({ attempt }) => {
      await attempt.create({ data: { key: 'a', hits: 1, windowEndsAt: new Date() } })
      rmSync(path)
    })
    await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailable)
  })

  it('goes on when its file is moved back', async () => {
    renameSync(path, `${path}.away`)
    await expectNoWrites()
    renameSync(`${path}.away`, path)
    await database.ping()
    await submit(writer, 1)
    await addAttempt()
    await database.close()
    expect(await storedAfterStart()).toBe(21)
  })

  it('writes what a deleted log had when it stops', async () => {
    rmSync(`${path}-wal`)
    await expectNoWrites()
    await database.close()
    expect(await storedAfterStart()).toBe(20)
  })

  it('leaves a file alone that was copied over it, and the log for the next start', async () => {
    copyFileSync(await backup(), path)
    const [file, log] = [readFileSync(path), readFileSync(`${path}-wal`)]
    await database.close()
    expect(readFileSync(path).equals(file)).toBe(true)
    expect(readFileSync(`${path}-wal`).equals(log)).toBe(true)
  })

  it('goes on after its own checkpoints, and after those of another program that writes beside it', async () => {
    await submit(writer, 100)
    const other = openConnection(path)
    other.exec('CREATE TABLE others (text TEXT)')
    for (let round = 0; round < 2; round += 1) {
      for (let index = 0; index < 600; index += 1) other.exec('INSERT INTO others VALUES (randomblob(8000))')
      await database.ping()
      await submit(writer, 1)
      other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      await submit(writer, 1)
    }
    other.close()
    expect(errors).toEqual([])
  })
})

/** Leaves what a killed server leaves: the log has its latest writes. */
async function leaveKilled(write: (writer: EstimateWriter) => Promise<void>): Promise<void> {
  const database = await openDatabase({ url: place.url, log: silentLog })
  await write(writerTo(database))
  const killed = `${path}.killed`
  for (const end of ['', '-wal']) copyFileSync(path + end, killed + end)
  await database.close()
  for (const end of ['', '-wal']) renameSync(killed + end, path + end)
}

const digests = () => ['', '-wal'].map((end) => hash('sha256', readFileSync(path + end)))

async function expectRefusedStart(message: RegExp): Promise<void> {
  const before = digests()
  await expect(openDatabase({ url: place.url, log: silentLog })).rejects.toThrow(message)
  expect(digests()).toEqual(before)
}

it('a start after a kill has what the log has', async () => {
  await leaveKilled((writer) => submit(writer, 5))
  expect(await storedAfterStart()).toBe(5)
})

it('a start after a kill is refused on a backup that was copied over the database, and works once the log is moved away', async () => {
  await leaveKilled(async (writer) => {
    await submit(writer, 5)
    const file = await backup()
    await submit(writer, 200)
    renameSync(file, `${path}.restored`)
  })
  copyFileSync(`${path}.restored`, path)
  await expectRefusedStart(/does not fit its log.+move the log away/)
  renameSync(`${path}-wal`, `${path}-wal.away`)
  expect(await storedAfterStart()).toBe(5)
})

it('a start after a kill is refused on a damaged database', async () => {
  await leaveKilled((writer) => submit(writer, 300))
  const bytes = readFileSync(path)
  bytes.fill(0xaa, 4 * 4096, 60 * 4096)
  writeFileSync(path, bytes)
  await expectRefusedStart(/is damaged \(.+\)\. Both are as they were.+restore/)
})

it('a start after a kill is refused without the database', async () => {
  await leaveKilled((writer) => submit(writer, 5))
  rmSync(path)
  await expect(openDatabase({ url: place.url, log: silentLog })).rejects.toThrow(
    /is missing, but.+Starting would delete/,
  )
})
