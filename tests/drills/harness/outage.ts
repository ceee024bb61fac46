import { setTimeout as delay } from 'node:timers/promises'
import { type PostgresqlServer, startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import type { DrillRun } from './drill.ts'
import { type Pgbouncer, startPgbouncer } from './pgbouncer.ts'
import { postgresqlPlace } from './place.ts'
import { openScene, type Scene } from './scene.ts'
import { send } from './submit.ts'

export type PoolerOptions = {
  /** Whether the server reaches its database through pgbouncer. */
  readonly pooled?: boolean
}

type OwnPostgresql = {
  readonly cluster: PostgresqlServer
  readonly scene: Scene
  readonly pgbouncer: Pgbouncer | undefined
}

/**
 * A scene on its own PostgreSQL server, which the drill may break.
 *
 * @throws {Skipped} where pgbouncer is wanted and missing
 */
export async function ownPostgresql(drill: DrillRun, { pooled = false }: PoolerOptions = {}): Promise<OwnPostgresql> {
  const cluster = await startPostgresql()
  drill.defer(() => cluster.stop())
  const place = await postgresqlPlace(cluster.url)
  drill.defer(() => place.remove())
  const pgbouncer = pooled ? await startPgbouncer(drill, cluster.url) : undefined
  const scene = await openScene(drill, { place, ...throughPgbouncer(place.databaseUrl, pgbouncer) })
  return { cluster, scene, pgbouncer }
}

/** The settings to reach a database, through pgbouncer if it is given. */
export function throughPgbouncer(
  databaseUrl: string,
  pgbouncer: Pgbouncer | undefined,
): { databaseUrl: string; settings?: Record<string, string> } {
  if (!pgbouncer) return { databaseUrl }
  return { databaseUrl: pgbouncer.through(databaseUrl), settings: { DATABASE_DIRECT_URL: databaseUrl } }
}

/** @returns the time until the next acknowledgement in ms, at most the limit */
export async function firstAcknowledgement({ ledger }: Scene, limitMs: number): Promise<number> {
  const startedAt = performance.now()
  const before = ledger.acknowledgements
  while (ledger.acknowledgements === before && performance.now() - startedAt < limitMs) await delay(5)
  return Math.min(limitMs, performance.now() - startedAt)
}

/** While the database is unreachable, clients may see only 503. */
export function checkRefusals(drill: DrillRun, { ledger }: Scene, also: readonly string[] = []): void {
  drill.figure('responses', ledger.summary())
  const others = ledger.statuses.except('200', '503', ...also)
  drill.check('a database that is away is a 503', others.length === 0, others)
  const late = [...ledger.retryAfters].filter((seconds) => !(seconds <= 3))
  drill.check('a 503 asks to come back within 3 s', late.length === 0, late.map(String))
}

/** Requests a URL every 50 ms. */
export function watchStatus(url: string): { stop(): readonly number[] } {
  const seen: number[] = []
  const timer = setInterval(() => {
    send(url, undefined, { timeoutMs: 2_000 }).then(
      ({ status }) => seen.push(status),
      () => seen.push(0),
    )
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return seen
    },
  }
}

export const readOnly = async (cluster: PostgresqlServer, on: boolean) => {
  await changeDatabase(cluster.url, `ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await changeDatabase(cluster.url, 'SELECT pg_reload_conf()')
}
