import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresqlServer, startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { audit } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import {
  checkRefusals,
  firstAcknowledgement,
  ownPostgresql,
  type PoolerOptions,
  readOnly,
  watchStatus,
} from './harness/outage.ts'
import { postgresqlPlace } from './harness/place.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { send } from './harness/submit.ts'
import { startWriters, type Writers } from './harness/writers.ts'

const load = (drill: DrillRun, scene: Scene, writers = 8): Writers =>
  startWriters(scene, { writers, random: drill.random.fork('writers'), pauseMs: 20 })

export async function crashes(drill: DrillRun, options?: PoolerOptions): Promise<void> {
  const { cluster, scene } = await ownPostgresql(drill, options)
  await scene.start()
  const writers = load(drill, scene)
  const first: number[] = []
  const random = drill.random.fork('crashes')
  const crashCount = drill.count(20)
  for (let count = 0; count < crashCount; count++) {
    await firstAcknowledgement(scene, 10_000)
    await delay(random.integer(200, 1_000))
    await cluster.crash()
    await delay(random.integer(0, 1_500))
    await cluster.start()
    first.push(await firstAcknowledgement(scene, 30_000))
  }
  await writers.stop()
  drill.figure('crashes', crashCount)
  drill.figure('first ack p50/p99/max ms', times(first))
  const limit = 2_000 * drill.slowness()
  drill.check('the first acknowledgement comes within 2 s', Math.max(...first) <= limit, times(first))
  checkRefusals(drill, scene)
  await audit(drill, scene, {
    drainedWithinMs: 180_000,
    mails: { maxEach: 1 + crashCount, maxRepeated: crashCount * 10 },
  })
}

export async function terminated(drill: DrillRun, options?: PoolerOptions): Promise<void> {
  const { scene } = await ownPostgresql(drill, options)
  await scene.start()
  const writers = load(drill, scene)
  const rounds = drill.count(30)
  for (let count = 0; count < rounds; count++) {
    await delay(300)
    await changeDatabase(
      scene.place.databaseUrl,
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    )
  }
  const first = await firstAcknowledgement(scene, 30_000)
  await writers.stop()
  drill.figure('rounds', rounds)
  drill.figure('first ack after ms', first)
  drill.check('it goes on within 2 s', first <= 2_000 * drill.slowness(), first)
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 1 + rounds, maxRepeated: rounds * 10 } })
}

/** Other programs use all connections, and the server's own are cut. */
async function tooManyConnections(drill: DrillRun): Promise<void> {
  const { cluster, scene } = await ownPostgresql(drill)
  // Some connections are reserved for superusers, so the server and the others use a plain role.
  await changeDatabase(cluster.url, "CREATE ROLE crowd LOGIN PASSWORD 'crowd'")
  await scene.start()
  const writers = load(drill, scene)
  await firstAcknowledgement(scene, 10_000)
  const strangers: pg.Client[] = []
  const url = new URL(cluster.url)
  const before = performance.now()
  const take = async () => {
    while (performance.now() - before < 20_000) {
      const stranger = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 2_000 })
      stranger.on('error', () => undefined)
      try {
        await stranger.connect()
        strangers.push(stranger)
      } catch {
        await stranger.end().catch(() => undefined)
        return
      }
    }
  }
  await take()
  await strangers[0]?.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'five-borough-builders'`,
  )
  await take()
  await delay(3_000)
  drill.figure('strangers', strangers.length)
  await Promise.all(strangers.map((stranger) => stranger.end().catch(() => undefined)))
  const first = await firstAcknowledgement(scene, 30_000)
  await writers.stop()
  drill.figure('first ack after ms', first)
  drill.check('it goes on within 2 s of a connection being free', first <= 2_000 * drill.slowness(), first)
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 3, maxRepeated: 30 } })
}

export async function readOnlyForAWhile(drill: DrillRun, options?: PoolerOptions): Promise<void> {
  const { cluster, scene } = await ownPostgresql(drill, options)
  await scene.start()
  const writers = load(drill, scene)
  await firstAcknowledgement(scene, 10_000)
  await readOnly(cluster, true)
  await delay(1_000)
  const watch = watchStatus(`${scene.origin}/readyz`)
  await delay(2_000)
  const readiness = watch.stop()
  await writeAgain(cluster)
  const first = await firstAcknowledgement(scene, 30_000)
  await writers.stop()
  drill.figure('first ack after ms', first)
  drill.check('it goes on within 2 s', first <= 2_000 * drill.slowness(), first)
  const ready = readiness.filter((status) => status === 200).length
  drill.figure('/readyz 200 meanwhile', `${ready} of ${readiness.length}`)
  drill.check('/readyz knows that nothing can be written', ready <= readiness.length / 10, { ready })
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 3, maxRepeated: 30 } })
}

/** ALTER SYSTEM cannot run in a transaction block, and every session starts read-only. */
async function writeAgain(cluster: PostgresqlServer): Promise<void> {
  const connection = new pg.Client({ connectionString: cluster.url, options: '-c default_transaction_read_only=off' })
  await connection.connect()
  await connection.query('ALTER SYSTEM RESET default_transaction_read_only')
  await connection.query('SELECT pg_reload_conf()')
  await connection.end()
}

/** SQL that keeps submissions from being stored, and the SQL that mends it; both in one session. */
const hindrances: Readonly<Record<string, readonly [string, string]>> = {
  'rights revoked': ['REVOKE INSERT ON project_estimates FROM site', 'GRANT INSERT ON project_estimates TO site'],
  'a table locked': ['BEGIN; LOCK TABLE project_estimates IN ACCESS EXCLUSIVE MODE', 'COMMIT'],
}

async function hindered(drill: DrillRun): Promise<void> {
  const cluster = await startPostgresql()
  drill.defer(() => cluster.stop())
  const place = await postgresqlPlace(cluster.url)
  drill.defer(() => place.remove())
  const url = new URL(place.databaseUrl)
  await changeDatabase(
    cluster.url,
    `CREATE ROLE site LOGIN PASSWORD 'site'; ALTER DATABASE ${url.pathname.slice(1)} OWNER TO site`,
  )
  url.username = 'site'
  url.password = 'site'
  const scene = await startScene(drill, { place, databaseUrl: url.href })
  const writers = load(drill, scene)
  const admin = new pg.Client({ connectionString: place.databaseUrl })
  await admin.connect()
  for (const [name, [hinder, mend]] of Object.entries(hindrances)) {
    await firstAcknowledgement(scene, 10_000)
    await admin.query(hinder)
    // A submission may take as long before it counts as failed.
    await delay(1_500)
    const watch = watchStatus(`${scene.origin}/readyz`)
    await delay(Math.max(5_000, drill.count(20_000)))
    const readiness = watch.stop()
    await admin.query(mend)
    const ready = readiness.filter((status) => status === 200).length
    drill.figure(`${name}: /readyz 200 meanwhile`, `${ready} of ${readiness.length}`)
    drill.check(`${name}: /readyz knows that nothing can be stored`, ready === 0, { ready })
    const first = await firstAcknowledgement(scene, 30_000)
    drill.check(`${name}: it goes on within 2 s`, first <= 2_000 * drill.slowness(), first)
    await delay(2_000)
    const { status } = await send(`${scene.origin}/readyz`, undefined)
    drill.check(`${name}: it is ready again`, status === 200, status)
  }
  await admin.end()
  await writers.stop()
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 3, maxRepeated: 30 } })
}

async function strangersNotify(drill: DrillRun): Promise<void> {
  const { scene } = await ownPostgresql(drill)
  await scene.start()
  const writers = load(drill, scene, 2)
  const listening = await scene.rows<{ query: string }>(
    "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN %'",
  )
  const channels = new Set(['commits', ...listening.map(({ query }) => query.replace(/^LISTEN\s+"?|"?;?$/gi, ''))])
  const texts = [
    '',
    'hello',
    '{}',
    'null',
    '[]',
    '7',
    '"x"',
    '{"from":1}',
    '{"created":7,"changed":{},"all":"x"}',
    '{'.repeat(4_000),
  ]
  for (const channel of channels)
    for (const text of texts) {
      await changeDatabase(scene.place.databaseUrl, `SELECT pg_notify('${channel}', '${text}')`)
      await delay(20)
    }
  await delay(500)
  const first = await firstAcknowledgement(scene, 3_000)
  drill.figure('notifications', channels.size * texts.length)
  drill.check('the server goes on', scene.server.isRunning() && first < 3_000, scene.server.output().slice(0, 300))
  if (!scene.server.isRunning()) await scene.start()
  await writers.stop()
  await audit(drill, scene, { drainedWithinMs: 120_000 })
}

const drillsOfPostgresql: readonly [string, string, Drill['run']][] = [
  ['R7', 'PostgreSQL stopped at once, mid-load', crashes],
  ['TERMINATE', 'every connection cut, again and again', terminated],
  ['CROWD', 'no connection left', tooManyConnections],
  ['READ-ONLY', 'the database only reads for 3 s', readOnlyForAWhile],
  ['HINDERED', 'rights revoked, and a table locked for 20 s', hindered],
  ['NOTIFY', 'notifications of a stranger', strangersNotify],
]

export const postgresqlFaultDrills: readonly Drill[] = drillsOfPostgresql.map(([id, title, run]) => ({
  id,
  title,
  engine: 'postgresql',
  run: (drill) => run(drill),
}))
