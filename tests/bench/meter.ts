import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { connectToDatabase, queryDatabase } from '#tests/support/database/query-database.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { familyProcessorMs, type Usage, usageOf } from './process-usage.ts'

/** A server that has not sent its emails by then is measured without the rest. */
export const maxSendingMs = 120_000
const pollMs = 100
/** This interval holds where the time itself is measured. */
const finePollMs = 20

/** The totals since the start of the server and the database. */
export type Totals = {
  /** The number of stored estimates. */
  readonly stored: number
  /** The user and system time of the server. */
  readonly processorMs: number
  /** The user and system time of PostgreSQL. */
  readonly databaseMs: number
  /** The number of transactions that wrote. */
  readonly commits: number
  /** On SQLite, what the server sent to the disk. On PostgreSQL, its write-ahead log. */
  readonly kilobytes: number
}

export type PerSubmission = Omit<Totals, 'stored'>

export function perSubmission(after: Totals, before: Totals): PerSubmission {
  const stored = after.stored - before.stored
  const { stored: _stored, ...totals } = after
  const names = Object.keys(totals) as (keyof PerSubmission)[]
  return Object.fromEntries(names.map((name) => [name, (after[name] - before[name]) / stored])) as PerSubmission
}

/** @param servers that use one database */
export async function readTotals(databaseUrl: string, servers: readonly ServerProcess[]): Promise<Totals> {
  const usages = servers.map(({ process }) => usageOf(process.pid))
  const sum = (name: keyof Usage) => usages.reduce((total, usage) => total + usage[name], 0)
  const stored = await countEstimates(databaseUrl)
  const processorMs = sum('processorMs')
  if (!isSqliteUrl(databaseUrl)) return { stored, processorMs, ...(await postgresqlTotals(databaseUrl)) }
  const commits = sqliteCommits(fileURLToPath(databaseUrl))
  return { stored, processorMs, databaseMs: 0, commits, kilobytes: sum('kilobytes') }
}

function countEstimates(databaseUrl: string): Promise<number> {
  return countRows(databaseUrl, 'SELECT count(*) AS count FROM project_estimates')
}

/** Emails that are still to be sent. */
export function countWaiting(databaseUrl: string): Promise<number> {
  return countRows(databaseUrl, "SELECT count(*) AS count FROM outbox_messages WHERE state = 'pending'")
}

async function countRows(databaseUrl: string, sql: string): Promise<number> {
  const [row] = await queryDatabase<{ count: number | string }>(databaseUrl, sql)
  return Number(row?.count)
}

/** @returns how many emails are not sent after {@link maxSendingMs} */
export async function untilSent(databaseUrl: string): Promise<number> {
  const giveUpAt = performance.now() + maxSendingMs
  for (;;) {
    const waiting = await countWaiting(databaseUrl)
    if (waiting === 0 || performance.now() > giveUpAt) return waiting
    await delay(pollMs)
  }
}

/** The load ends with submissions that are still being stored. */
export async function untilStored(databaseUrl: string): Promise<void> {
  let before: number
  let stored = await countEstimates(databaseUrl)
  do {
    before = stored
    await delay(pollMs)
    stored = await countEstimates(databaseUrl)
  } while (stored > before)
}

/**
 * Waits until everything is stored and sent, or for {@link maxSendingMs}. Asks over one connection, since a new one every
 * 20 ms would take processor time from the server.
 */
export async function whenSent(databaseUrl: string): Promise<{ readonly at: number; readonly unsentEmails: number }> {
  const connection = await connectToDatabase(databaseUrl)
  const sql = `SELECT (SELECT count(*) FROM project_estimates) AS stored,
    (SELECT count(*) FROM outbox_messages WHERE state = 'pending') AS waiting`
  const giveUpAt = performance.now() + maxSendingMs
  let last = { stored: Number.NaN, waiting: Number.NaN, at: Number.NaN }
  for (;;) {
    const [row] = await connection.query<{ stored: number | string; waiting: number | string }>(sql)
    const now = performance.now()
    const [stored, waiting] = [Number(row?.stored), Number(row?.waiting)]
    if (stored !== last.stored || waiting !== last.waiting) last = { stored, waiting, at: now }
    if ((waiting === 0 && now - last.at > pollMs) || now > giveUpAt) break
    await delay(finePollMs)
  }
  await connection.end()
  return { at: last.at, unsentEmails: last.waiting }
}

/** The counter of commits in the header of the write-ahead log's index (https://www.sqlite.org/walformat.html). */
function sqliteCommits(path: string): number {
  return readFileSync(`${path}-shm`).readUInt32LE(8)
}

async function postgresqlTotals(databaseUrl: string): Promise<Omit<Totals, 'stored' | 'processorMs'>> {
  // Only transactions that write get a number, so this one does not count.
  const [row] = await queryDatabase<{ commits: string; kilobytes: number }>(
    databaseUrl,
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS commits,
      (pg_current_wal_insert_lsn() - '0/0') / 1000.0 AS kilobytes`,
  )
  if (!row) throw new Error('PostgreSQL returned no statistics')
  return {
    databaseMs: familyProcessorMs(await postmasterPid(databaseUrl)),
    commits: Number(row.commits),
    kilobytes: Number(row.kilobytes),
  }
}

export async function postmasterPid(databaseUrl: string): Promise<number> {
  const [row] = await queryDatabase<{ pid: number }>(
    databaseUrl,
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
  )
  return row?.pid ?? Number.NaN
}
