import { setTimeout as delay } from 'node:timers/promises'
import { startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { changeDatabase, queryDatabase } from '#tests/support/database/query-database.ts'
import { startSilentProxy } from '#tests/support/database/silent-proxy.ts'
import { audit } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import {
  checkRefusals,
  firstAcknowledgement,
  ownPostgresql,
  type PoolerOptions,
  readOnly,
  throughPgbouncer,
  watchStatus,
} from './harness/outage.ts'
import { startPgbouncer } from './harness/pgbouncer.ts'
import { postgresqlPlace } from './harness/place.ts'
import { endLeases, openScene, type Scene } from './harness/scene.ts'
import { startWriters } from './harness/writers.ts'

export async function halfOpenPeer(drill: DrillRun, { pooled = false }: PoolerOptions = {}): Promise<void> {
  const { url } = await drill.postgresql()
  const proxy = await startSilentProxy(url)
  drill.defer(() => proxy.close())
  const place = await postgresqlPlace(url)
  drill.defer(() => place.remove())
  const pgbouncer = pooled ? await startPgbouncer(drill, proxy.url) : undefined
  const scene = await openScene(drill, {
    place,
    ...throughPgbouncer(proxy.through(place.databaseUrl), pgbouncer),
  })
  await scene.start()
  const writers = startWriters(scene, { writers: 12, random: drill.random.fork('writers'), timeoutMs: 30_000 })
  await firstAcknowledgement(scene, 10_000)
  await delay(1_000)
  drill.figure('silent connections', proxy.fallSilent())
  // Responses under way arrive first.
  await delay(50)
  const limitMs = drill.isShort ? 20_000 : 60_000
  const first = await firstAcknowledgement(scene, limitMs)
  drill.figure('first ack after ms', first)
  drill.check('the first acknowledgement comes within 10 s', first <= 10_000, first)
  await writers.stop(first < limitMs ? 120_000 : 0)
  checkRefusals(drill, scene)
  if (first < limitMs) {
    // What was claimed on a silent connection waits for its lease of a minute.
    if (drill.isShort) await endLeases(scene, 120_000)
    await scene.drained(180_000)
    await audit(drill, scene, { mails: { maxEach: 3, maxRepeated: 30 } })
  }
  proxy.fallSilent()
  const startedAt = performance.now()
  const code = await scene.server.end('SIGTERM')
  drill.figure('SIGTERM s', (performance.now() - startedAt) / 1000)
  drill.check('it shuts down while its connections are silent', code === 0, code)
}

/** The old primary becomes read-only; new connections reach the new one. */
export async function failOver(drill: DrillRun, { pooled = false }: PoolerOptions = {}): Promise<void> {
  const { cluster, scene: first } = await ownPostgresql(drill)
  const next = await startPostgresql()
  drill.defer(() => next.stop())
  const nextPlace = await postgresqlPlace(next.url)
  drill.defer(() => nextPlace.remove())
  // The new primary has the schema, as a replica would.
  const nextScene = await openScene(drill, { place: nextPlace })
  await nextScene.start()
  await nextScene.server.end('SIGTERM')

  const proxy = await startSilentProxy(cluster.url)
  drill.defer(() => proxy.close())
  const nextUrl = new URL(nextPlace.databaseUrl)
  const firstUrl = new URL(first.place.databaseUrl)
  const [from, to] = [nextUrl.pathname.slice(1), firstUrl.pathname.slice(1)]
  await changeDatabase(next.url, `ALTER DATABASE ${from} RENAME TO ${to}`)
  nextUrl.pathname = firstUrl.pathname
  const pgbouncer = pooled ? await startPgbouncer(drill, proxy.url) : undefined
  const scene = await openScene(drill, {
    place: first.place,
    ...throughPgbouncer(proxy.through(first.place.databaseUrl), pgbouncer),
  })
  await scene.start()

  // First enough clients to open the pool's connections, then about one visitor a second.
  const crowd = startWriters(scene, { writers: 30, random: drill.random.fork('crowd') })
  await firstAcknowledgement(scene, 10_000)
  await delay(1_000)
  await crowd.stop()
  const visitors = startWriters(scene, {
    writers: 1,
    random: drill.random.fork('visitors'),
    persists: () => false,
    pauseMs: 500,
  })
  await firstAcknowledgement(scene, 10_000)
  await readOnly(cluster, true)
  await delay(1_000)
  const watch = watchStatus(`${scene.origin}/readyz`)
  proxy.pointTo(next.url)
  await pgbouncer?.reconnect()
  const recoveryMs = await firstAcknowledgement(scene, 60_000)
  await delay(2_000)
  const readiness = watch.stop()
  await visitors.stop()
  drill.figure('first ack after ms', recoveryMs)
  drill.figure('/readyz', `${readiness.filter((status) => status === 200).length} of ${readiness.length} × 200`)
  drill.check('the first acknowledgement comes within 5 s', recoveryMs <= 5_000, recoveryMs)
  checkRefusals(drill, scene)
  await checkBoth(drill, scene, nextUrl.href)
}

/** Without replication, an acknowledged estimate is in either database. */
async function checkBoth(drill: DrillRun, scene: Scene, nextUrl: string): Promise<void> {
  const select = 'SELECT request_key AS key FROM project_estimates'
  const stored = await Promise.all(
    [scene.place.databaseUrl, nextUrl].map((url) => queryDatabase<{ key: string }>(url, select)),
  )
  const keys = new Set(stored.flat().map(({ key }) => key))
  const { acknowledged } = scene.ledger
  const lost = acknowledged.filter(({ key }) => !keys.has(key))
  drill.figure('acknowledged', acknowledged.length)
  drill.figure('lost', lost.length)
  drill.check('every acknowledged request is stored', lost.length === 0, lost.slice(0, 3))
  drill.check('the server never ends by itself', scene.server.isRunning(), scene.server.output().slice(-300))
}

export const postgresqlPeerDrills: readonly Drill[] = [
  {
    id: 'HALF-OPEN',
    title: 'a database that stops answering',
    engine: 'postgresql',
    run: (drill) => halfOpenPeer(drill),
  },
  {
    id: 'FAIL-OVER',
    title: 'a new primary, the old one only reads',
    engine: 'postgresql',
    run: (drill) => failOver(drill),
  },
]
