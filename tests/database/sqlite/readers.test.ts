import { copyFileSync, existsSync } from 'node:fs'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, DatabaseUnavailable, ReadTooSlow } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { type ReaderLimits, ReaderPool, standardLimits } from '#server/database/sqlite/readers/reader-pool.ts'
import { createTestDatabaseUrl, silentLog, type TestDatabaseUrl } from '#tests/support/database/test-database.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'

const quick = { sql: 'SELECT 1 AS one', values: [] }
const endless = {
  sql: 'WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT max(n) FROM numbers',
  values: [],
}

let place: TestDatabaseUrl
let path: string
let pool: ReaderPool
/** Process ids, in the order of their start. */
let started: number[]

beforeEach(async () => {
  place = await createTestDatabaseUrl()
  path = place.url.slice('file:'.length)
  started = []
})
afterEach(() => place.dispose())

function openPool(limits: Partial<ReaderLimits> = {}, file = path): void {
  const note = (line: string) => {
    const { reader, level } = JSON.parse(line)
    if (level === 20) started.push(reader)
  }
  pool = new ReaderPool(file, pino({ level: 'debug' }, { write: note }), { ...standardLimits, ...limits })
}

function isRunning(pid: number | undefined): boolean {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

describe('reading processes', () => {
  beforeEach(() => openConnection(path).exec('CREATE TABLE notes (text TEXT)').close())
  afterEach(() => pool.close())

  it('a read whose process is killed is refused as unavailable, and another process does the next', async () => {
    openPool()
    await pool.run(quick, 'page')
    const read = pool.run(endless, 'page')
    process.kill(Number(started[0]), 'SIGKILL')
    await expect(read).rejects.toThrow(new DatabaseUnavailable('A reading process ended: SIGKILL'))
    expect(await pool.run(quick, 'page')).toEqual([{ one: 1 }])
    expect(started).toHaveLength(2)
  })

  it('a read that takes too long is interrupted with its process, and another process does the next', async () => {
    // On a busy machine the quick read takes its time, too.
    openPool({ maxReadMs: 1_000 })
    await expect(pool.run(endless, 'page')).rejects.toThrow(ReadTooSlow)
    await vi.waitFor(() => expect(isRunning(started[0])).toBe(false), { timeout: 10_000 })
    expect(await pool.run(quick, 'page')).toEqual([{ one: 1 }])
  })

  it('long reads leave a process for pages', async () => {
    openPool()
    const reports = [1, 2, 3].map(() => pool.run(endless, 'long').catch((error: unknown) => error))
    expect(await pool.run(quick, 'page')).toEqual([{ one: 1 }])
    await pool.close()
    for (const report of reports) expect(await report).toBeInstanceOf(DatabaseUnavailable)
  })

  it('a long read takes the turn of one whose process was killed', async () => {
    openPool({ maxReaders: 2 })
    await pool.run(quick, 'page')
    const killed = pool.run(endless, 'long').catch((error: unknown) => error)
    const next = pool.run(quick, 'long')
    process.kill(Number(started[0]), 'SIGKILL')
    expect(await next).toEqual([{ one: 1 }])
    expect(await killed).toBeInstanceOf(DatabaseUnavailable)
  })

  it('reads one after the other share a process, which ends when it is idle', async () => {
    openPool({ growAfterMs: 5_000, idleMs: 300 })
    for (let count = 0; count < 3; count++) await Promise.all([pool.run(quick, 'page'), pool.run(quick, 'long')])
    expect(started).toHaveLength(1)
    await vi.waitFor(() => expect(isRunning(started[0])).toBe(false))
  })

  it('a read that waits too long for a process is refused as unavailable', async () => {
    openPool({ maxReaders: 1, maxWaitMs: 1_500 })
    await pool.run(quick, 'page')
    const other = pool.run(endless, 'page').catch((error: unknown) => error)
    await expect(pool.run(quick, 'page')).rejects.toThrow(new DatabaseUnavailable('Too many reads wait'))
    await pool.close()
    expect(await other).toBeInstanceOf(DatabaseUnavailable)
  })

  it('a read is refused as unavailable while the file cannot be opened', async () => {
    const missing = `${path}-missing`
    openPool({}, missing)
    await expect(pool.run(quick, 'page')).rejects.toThrow(DatabaseUnavailable)
    copyFileSync(path, missing)
    expect(await pool.run(quick, 'page')).toEqual([{ one: 1 }])
  })

  it('a reading process cannot write', async () => {
    openPool()
    await expect(pool.run({ sql: 'DELETE FROM notes', values: [] }, 'page')).rejects.toThrow()
  })

  it('a query with a mistake keeps its process', async () => {
    openPool()
    await expect(pool.run({ sql: 'SELECT missing', values: [] }, 'page')).rejects.toThrow('no such column')
    expect(await pool.run(quick, 'page')).toEqual([{ one: 1 }])
    expect(started).toHaveLength(1)
  })
})

describe('a database that reads in other processes', () => {
  let database: Database
  beforeEach(async () => {
    database = await openDatabase({ url: place.url, log: silentLog })
  })

  it('reads what was committed just before', async () => {
    for (let stored = 1; stored <= 20; stored++) {
      await database.transaction(({ projectEstimate }) => projectEstimate.create({ data: buildEstimate() }))
      const { statuses } = await database.queries.countEstimates({}, new Date())
      expect(statuses).toEqual({ new: stored })
    }
    await database.close()
  })

  it('leaves no write-ahead log behind when it closes', async () => {
    await database.queries.countEstimates({}, new Date())
    await database.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
