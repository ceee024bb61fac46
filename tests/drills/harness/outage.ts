import { setTimeout as delay } from 'node:timers/promises'
import { type PostgresqlServer, startPostgresql } from '#tests/support/postgresql-server.ts'
import type { DrillRun } from './drill.ts'
import { execute, postgresqlPlace } from './place.ts'
import { openScene, type Scene } from './scene.ts'
import { send } from './submit.ts'

type OwnPostgresql = { readonly cluster: PostgresqlServer; readonly scene: Scene }

/** A scene on a PostgreSQL server of its own, which the drill may do anything to. */
export async function ownPostgresql(drill: DrillRun): Promise<OwnPostgresql> {
  const cluster = await startPostgresql()
  drill.defer(() => cluster.stop())
  const place = await postgresqlPlace(cluster.url)
  drill.defer(() => place.remove())
  return { cluster, scene: await openScene(drill, { place }) }
}

/** Waits for the next acknowledgement and resolves with how long it took; the limit where none came. */
export async function firstAcknowledgement({ ledger }: Scene, limitMs: number): Promise<number> {
  const begun = performance.now()
  const before = ledger.acknowledgements
  while (ledger.acknowledgements === before && performance.now() - begun < limitMs) await delay(5)
  return Math.min(limitMs, performance.now() - begun)
}

/** What clients may see of a database that is away: 503 and nothing else. */
export function checkRefusals(drill: DrillRun, { ledger }: Scene, also: readonly string[] = []): void {
  drill.figure('answers', ledger.summary())
  const others = [...ledger.statuses.keys()].filter((name) => !['200', '503', ...also].includes(name))
  drill.check('a database that is away is a 503', others.length === 0, others)
}

/** The status of an address every 50 ms. */
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
  await execute(cluster.url, `ALTER SYSTEM SET default_transaction_read_only = ${on ? 'on' : 'off'}`)
  await execute(cluster.url, 'SELECT pg_reload_conf()')
}
