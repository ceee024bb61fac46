import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { storeGeneratedEstimates } from '#tests/bench/generate-estimates.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { killedOps, runOps } from './harness/ops.ts'
import { filePath, type Place, postgresqlPlace, sqlitePlace } from './harness/place.ts'
import { endLeases, openScene, type Scene } from './harness/scene.ts'
import { silentLog } from './harness/silent-log.ts'
import { query } from './harness/submit.ts'
import { submitMany } from './mails.ts'

const megabyte = 2 ** 20
const pollIntervalMs = 5

const moveWords = (from: Place, to: Place) => ['move', '--from', from.databaseUrl, '--to', to.databaseUrl]

/** Moves the data into the drill's engine from the other one. */
async function move(drill: DrillRun): Promise<void> {
  const { url } = await drill.postgresql()
  const newTarget = async () => {
    const place = drill.engine === 'postgresql' ? await postgresqlPlace(url) : sqlitePlace()
    drill.defer(() => place.remove())
    return place
  }
  const source = drill.engine === 'postgresql' ? sqlitePlace() : await postgresqlPlace(url)
  drill.defer(() => source.remove())
  const target = await newTarget()
  // The scene's server goes where the data is.
  const place = { ...source }
  const scene = await openScene(drill, { place })
  const generated = drill.count(10_000)
  const staff = await fillSource(drill, scene, generated)
  const waiting = await scene.rows<{ id: string }>("SELECT id FROM outbox_messages WHERE state = 'pending'")
  drill.figure('waiting mails', waiting.length)
  drill.figure('source MB', await megabytes(source.databaseUrl))
  await killMoves(drill, source, newTarget)
  drill.figure('seconds', (await runOps(drill.dist, moveWords(source, target), {})) / 1000)
  drill.figure('estimates', await scene.count('SELECT count(*) AS count FROM project_estimates'))
  drill.figure('target MB', await megabytes(target.databaseUrl))
  if (!drill.isShort) await refusesToStart(drill, scene, source.databaseUrl, 'This database was moved to')

  place.databaseUrl = target.databaseUrl
  scene.mailbox.postmark.behave('ok')
  await startOn(scene, target)
  await staffGoOn(drill, scene, staff)
  await endLeases(scene, 120_000)
  await scene.drained(120_000)
  const { mailbox } = scene
  drill.figure('mails', mailbox.accepted)
  const received = new Map(mailbox.counts)
  const once = (id: string) => received.get(id) === 1
  const before = new Set(waiting.map(({ id }) => id))
  // A deadline or the list of the quarantine may have come up meanwhile.
  const later = await scene.rows<{ id: string }>(
    "SELECT id FROM outbox_messages WHERE kind LIKE 'nudge.%' OR kind = 'staff.quarantine'",
  )
  const expected = new Set([...before, ...later.map(({ id }) => id)])
  const right = [...before].every(once) && [...received.keys()].every((id) => expected.has(id) && once(id))
  drill.check('each waiting email was sent once, and no other but those since', right, mailbox.accepted)
  await audit(drill, scene, { otherRows: generated })
  await scene.server.end('SIGTERM')
}

type Staff = { readonly email: string; readonly cookie: string }

/** Years of work, and estimates whose emails wait, some of them claimed by a server that was killed. */
async function fillSource(drill: DrillRun, scene: Scene, generated: number): Promise<Staff> {
  const { databaseUrl } = scene.place
  if (isSqliteUrl(databaseUrl)) migrateSqlite(filePath(databaseUrl), silentLog)
  else await migratePostgresql(databaseUrl, silentLog)
  const staff = await insertSignedIn(databaseUrl, { role: 'staff' })
  await storeGeneratedEstimates(databaseUrl, generated, [{ id: staff.userId, email: staff.email }], new Date())
  scene.mailbox.postmark.behave('hang')
  await scene.start()
  await submitMany(drill, scene, Math.max(20, drill.count(500)))
  const claimed = 'SELECT count(*) AS count FROM outbox_messages WHERE claim_token IS NOT NULL'
  while ((await scene.count(claimed)) === 0) await delay(pollIntervalMs)
  await scene.server.end('SIGKILL')
  return staff
}

/** Each goes into a database of its own. */
async function killMoves(drill: DrillRun, source: Place, newTarget: () => Promise<Place>): Promise<void> {
  const random = drill.random.fork('kills')
  const kills = drill.isShort ? 1 : 3
  for (let kill = 0; kill < kills; kill++) {
    const target = await newTarget()
    // A third of what the whole move takes.
    const afterMs = 500 + random.integer(0, drill.count(20_000))
    await killedOps(drill.dist, moveWords(source, target), {}, afterMs)
    const [left] = await queryDatabase<{ users: number | string; marks: number | string }>(
      target.databaseUrl,
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM _prisma_migrations
         WHERE migration_name = 'move_into_this_database') AS marks`,
    ).catch(
      // There are no tables yet.
      () => [],
    )
    const isMarked = !left || Number(left.users) === 0 || Number(left.marks) === 1
    drill.check('a killed move leaves no rows without the mark that keeps servers away', isMarked, left)
  }
  drill.figure('kills', kills)
}

async function refusesToStart(drill: DrillRun, scene: Scene, databaseUrl: string, reason: string): Promise<void> {
  const server = scene.spawn({ settings: { DATABASE_URL: databaseUrl } })
  const code = await server.ended
  drill.check(`no server starts: ${reason}`, code === 1 && server.output().includes(reason), server.output())
}

async function startOn(scene: Scene, { databaseUrl, dataDir }: Place): Promise<void> {
  await scene.spawn({ settings: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } }).ready()
}

async function staffGoOn(drill: DrillRun, scene: Scene, { email, cookie }: Staff): Promise<void> {
  const session = await query(scene.origin, 'auth.session', {}, cookie)
  drill.check('the staff are still signed in', session.body.includes(email), session.body.slice(0, 200))
  const [sent] = scene.ledger.acknowledged
  const { body } = await query(scene.origin, 'estimates.list', { q: sent?.key }, cookie)
  const { result } = JSON.parse(body) as { result?: { data?: { items?: { reference: string }[] } } }
  const found = result?.data?.items?.map(({ reference }) => reference)
  drill.check('a search finds', found?.length === 1 && found[0] === sent?.reference, body.slice(0, 200))
}

async function megabytes(url: string): Promise<number> {
  if (isSqliteUrl(url)) return statSync(filePath(url)).size / megabyte
  const [row] = await queryDatabase<{ size: string }>(url, 'SELECT pg_database_size(current_database()) AS size')
  return Number(row?.size) / megabyte
}

export const moveDrills: readonly Drill[] = onBothEngines({
  id: 'MOVE',
  title: 'from the other engine, killed on the way',
  run: move,
})
