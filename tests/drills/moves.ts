import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { MoveState } from '#server/database/move-marks.ts'
import { migratePostgresql } from '#server/database/postgresql/migrate.ts'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { storeGeneratedEstimates } from '#tests/bench/generate-estimates.ts'
import { residentMegabytes } from '#tests/bench/resident-memory.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { onExit } from '#tests/support/server/exit-cleanup.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { filePath, type Place, postgresqlPlace, sqlitePlace } from './harness/place.ts'
import { endLeases, openScene, type Scene } from './harness/scene.ts'
import { silentLog } from './harness/silent-log.ts'
import { query } from './harness/submit.ts'
import { submitMany } from './mails.ts'

const megabyte = 2 ** 20
const pollIntervalMs = 5
const memoryIntervalMs = 50

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

async function moveWithKills(drill: DrillRun, scene: Scene, way: Way): Promise<void> {
  const random = drill.random.fork('kills')
  const all = await countRows(way.from)
  const kills = drill.isShort ? 1 : 3
  let [inTime, seconds] = [0, 0]
  for (let kill = 0; kill < kills; kill++) {
    const share = drill.isShort ? random.next() / 3 : (kill + random.next()) / kills
    const run = await killAt(startMove(drill, way), way, share * all, random.integer(0, drill.isShort ? 20 : 500))
    if (run.wasRunning) inTime += 1
    seconds += run.seconds
    if (kill === 0 && inTime > 0 && !drill.isShort)
      await refusesToStart(drill, scene, way.to, 'Data is being moved into this database')
  }
  drill.figure('kills', inTime)
  // Few rows may be moved before anyone has looked.
  if (inTime === 0 && drill.isShort) return
  drill.check('it was killed each time before it had finished', inTime === kills, inTime)
  const last = startMove(drill, way)
  let peak = 0
  while (last.isRunning()) {
    peak = Math.max(peak, residentMegabytes(last.process.pid) ?? 0)
    await delay(memoryIntervalMs)
  }
  drill.figure('memory MB', peak)
  drill.check('it finishes', (await last.ended) === 0, last.output())
  drill.check('it continues where it was killed', last.output().includes('before an interruption'), last.output())
  seconds += last.seconds()
  drill.figure('rows', all)
  drill.figure('seconds', seconds)
  drill.figure('rows a second', all / seconds)
}

type RunningMove = ReturnType<typeof startMove>

/** Kills a move some time after it has copied more than so many rows. */
async function killAt(run: RunningMove, { to }: Way, rows: number, laterMs: number) {
  while (run.isRunning() && (await copiedRows(to)) <= rows) await delay(pollIntervalMs)
  await delay(laterMs)
  const wasRunning = run.isRunning()
  await run.kill()
  return { wasRunning, seconds: run.seconds() }
}

function startMove({ dist }: DrillRun, { from, to }: Way) {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(dist, 'server/cli.js'), 'move', '--from', from, '--to', to], {
    cwd: join(dist, '..'),
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const unregister = onExit(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  let endedAt: number | undefined
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      unregister()
      endedAt = performance.now()
      resolve(code)
    }),
  )
  return {
    process: child,
    ended,
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    seconds: () => ((endedAt ?? performance.now()) - startedAt) / 1000,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The number in the target's mark, 0 without one. */
async function copiedRows(url: string): Promise<number> {
  try {
    const [mark] = await queryDatabase<{ logs: string }>(
      url,
      "SELECT logs FROM _prisma_migrations WHERE migration_name = 'move_into_this_database'",
    )
    const { tables }: Pick<MoveState, 'tables'> = mark ? JSON.parse(mark.logs) : { tables: {} }
    return Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
  } catch {
    // There are no tables yet.
    return 0
  }
}

async function countRows(url: string): Promise<number> {
  const counts = [
    'project_estimates',
    'estimate_events',
    'outbox_messages',
    'users',
    'sessions',
    'settings',
    'attempts',
  ]
    .map((table) => `SELECT count(*) AS count FROM ${table}`)
    .join(' UNION ALL ')
  const rows = await queryDatabase<{ count: number | string }>(url, counts)
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
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
