import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
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

type Way = { readonly from: string; readonly to: string }

/** Into the drill's engine, from the other one. */
async function move(drill: DrillRun): Promise<void> {
  const onServer = await postgresqlPlace((await drill.postgresql()).url)
  const inFile = sqlitePlace()
  drill.defer(() => Promise.all([onServer.remove(), inFile.remove()]))
  const [source, target] = drill.engine === 'postgresql' ? [inFile, onServer] : [onServer, inFile]
  const way = { from: source.databaseUrl, to: target.databaseUrl }
  // The scene's server goes where the data is.
  const place = { ...source }
  const scene = await openScene(drill, { place })
  const generated = drill.count(100_000)
  const staff = await fillSource(drill, scene, generated)
  const waiting = await scene.rows<{ id: string }>("SELECT id FROM outbox_messages WHERE state = 'pending'")
  drill.figure('waiting mails', waiting.length)
  drill.figure('source MB', await megabytes(way.from))
  await moveWithKills(drill, scene, way)
  drill.figure('target MB', await megabytes(way.to))
  if (!drill.isShort) await refusesToStart(drill, scene, way.from, 'This database was moved to')

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
  // A deadline may have come up meanwhile.
  const nudges = await scene.rows<{ id: string }>("SELECT id FROM outbox_messages WHERE kind LIKE 'nudge.%'")
  const expected = new Set([...before, ...nudges.map(({ id }) => id)])
  const right = [...before].every(once) && [...received.keys()].every((id) => expected.has(id) && once(id))
  drill.check('each waiting email was sent once, and no other but nudges since', right, mailbox.accepted)
  await audit(drill, scene, { otherRows: generated })
  await scene.server.end('SIGTERM')
}

type Staff = { readonly email: string; readonly cookie: string }

/** Years of work, and estimates whose emails wait, some of them claimed by a server that was killed. */
async function fillSource(drill: DrillRun, scene: Scene, generated: number): Promise<Staff> {
  const { databaseUrl } = scene.place
  if (databaseUrl.startsWith('file:')) migrateSqlite(filePath(databaseUrl), silentLog)
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

/** A killed move leaves the target empty, so the same command begins again. */
async function moveWithKills(drill: DrillRun, scene: Scene, { from, to }: Way): Promise<void> {
  const random = drill.random.fork('kills')
  const words = ['move', '--from', from, '--to', to]
  const kills = drill.isShort ? 1 : 3
  for (let kill = 0; kill < kills; kill++) {
    await killedOps(drill.dist, words, {}, random.integer(500, drill.isShort ? 2_000 : 30_000))
    const stored = await queryDatabase<{ count: number | string }>(to, 'SELECT count(*) AS count FROM users').catch(
      // There are no tables yet.
      () => [{ count: 0 }],
    )
    drill.check('a killed move leaves the target empty', Number(stored[0]?.count) === 0, stored)
  }
  drill.figure('kills', kills)
  drill.figure('seconds', (await runOps(drill.dist, words, {})) / 1000)
  drill.figure('estimates', await scene.count('SELECT count(*) AS count FROM project_estimates'))
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
  if (url.startsWith('file:')) return statSync(filePath(url)).size / megabyte
  const [row] = await queryDatabase<{ size: string }>(url, 'SELECT pg_database_size(current_database()) AS size')
  return Number(row?.size) / megabyte
}

export const moveDrills: readonly Drill[] = onBothEngines({
  id: 'MOVE',
  title: 'from the other engine, killed on the way',
  run: move,
})
