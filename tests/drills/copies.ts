import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrateSqlite } from '#server/database/sqlite/migrate.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit, sqliteProblem } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { killedOps, runOps } from './harness/ops.ts'
import { filePath, sqlitePlace, storedKeys } from './harness/place.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { silentLog } from './harness/silent-log.ts'
import { query } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'
import { submitMany } from './mails.ts'

type Files = { readonly database: Buffer; readonly wal: Buffer }

/** Copies the files while the server is stopped, like a snapshot of the disk. */
async function snapshot(scene: Scene): Promise<Files> {
  const path = filePath(scene.place.databaseUrl)
  scene.server.process.kill('SIGSTOP')
  await delay(100)
  const files = { database: readFileSync(path), wal: readFileSync(`${path}-wal`) }
  scene.server.process.kill('SIGCONT')
  return files
}

/** Two snapshots between which the log grew, and the keys acknowledged at the first. */
async function grownLog(drill: DrillRun, scene: Scene) {
  for (let tries = 0; tries < 10; tries++) {
    const before = await snapshot(scene)
    const acknowledged = scene.ledger.acknowledged.map(({ key }) => key)
    await submitMany(drill, scene, 10, 4)
    const after = await snapshot(scene)
    const isGrown = after.wal.length > before.wal.length && after.wal.subarray(0, before.wal.length).equals(before.wal)
    if (isGrown && after.database.equals(before.database)) return { before, after, acknowledged }
    // A checkpoint came between.
    await scene.drained(60_000)
  }
  throw new Error('the log never grew from one snapshot to the next')
}

/** Leaves the log as after a power cut: half a write, or one with wrong bits. */
async function brokenTails(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  await submitMany(drill, scene, 40, 4)
  await scene.drained(60_000)
  const { before, after, acknowledged } = await grownLog(drill, scene)

  const folder = temporaryFolder('copies')
  drill.defer(() => folder.remove())
  const path = join(folder.path, 'copy.db')
  const random = drill.random.fork('tails')
  const copies = drill.count(1_000)
  let [lost, corrupt] = [0, 0]
  for (let count = 0; count < copies; count++) {
    const wal = Buffer.from(after.wal)
    const tail = () => random.integer(before.wal.length, after.wal.length - 1)
    if (random.chance(0.5))
      for (let flips = random.integer(1, 8); flips > 0; flips--) wal[tail()] = random.integer(0, 255)
    rmSync(`${path}-shm`, { force: true })
    writeFileSync(path, after.database)
    writeFileSync(`${path}-wal`, random.chance(0.5) ? wal.subarray(0, tail()) : wal)
    const stored = storedKeys(path)
    if (acknowledged.some((key) => !stored.has(key))) lost += 1
    if (sqliteProblem(path) !== undefined) corrupt += 1
  }
  drill.figure('copies', copies)
  drill.figure('copies with loss', lost)
  drill.figure('corrupt', corrupt)
  drill.check('every copy has all that was acknowledged before', lost === 0, lost)
  drill.check('every copy is whole', corrupt === 0, corrupt)
  await audit(drill, scene, { drainedWithinMs: 60_000, mails: { maxEach: 1, maxRepeated: 0 } })
}

async function backups(drill: DrillRun): Promise<void> {
  const { path: folder, remove } = temporaryFolder('backups')
  drill.defer(remove)
  const scene = await startScene(drill)
  const rows = drill.count(100_000)
  await insertManyEstimates(scene.place.databaseUrl, rows, new Date('2026-01-05T12:00:00Z'))
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const writers = startWriters(scene, { writers: 10, random: drill.random.fork('writers'), pauseMs: 130 })
  const backup = join(folder, 'backup')
  const durations: number[] = []
  const restores: number[] = []
  const acknowledgedBefore = scene.ledger.acknowledged.length
  const startedAt = performance.now()
  const count = drill.count(100)
  for (let made = 0; made < count; made++) {
    const before = scene.ledger.acknowledged.map(({ key }) => key)
    durations.push(await runOps(drill.dist, ['backup', backup], { DATABASE_URL: scene.place.databaseUrl }))
    const place = sqlitePlace()
    restores.push(await runOps(drill.dist, ['restore', backup], { DATABASE_URL: place.databaseUrl }))
    const stored = new Set(await submittedKeys(place.databaseUrl))
    const missing = before.filter((key) => !stored.has(key)).length
    drill.check('a restored backup has all that was acknowledged before the backup began', missing === 0, missing)
    // This runs in a process of its own, since the check of a file blocks the thread, and the writers with it.
    await runOps(drill.dist, ['verify', filePath(place.databaseUrl)], {})
    await place.remove()
  }
  const writesPerSecond =
    (1000 * (scene.ledger.acknowledged.length - acknowledgedBefore)) / (performance.now() - startedAt)
  await writers.stop()
  drill.figure('backups', count)
  drill.figure('writes a second', writesPerSecond)
  drill.check('there are 50 writes a second meanwhile', writesPerSecond >= 50 / drill.slowness(), writesPerSecond)
  drill.figure('backup p50/p99/max ms', times(durations))
  drill.figure('restore p50/p99/max ms', times(restores))
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 1, maxRepeated: 0 }, otherRows: rows })
  await restore(drill, scene, folder, { cookie: staff.cookie, rows })
}

/** Reads the keys that the writers made; the others have shorter keys. */
async function submittedKeys(databaseUrl: string): Promise<string[]> {
  const rows = await queryDatabase<{ key: string }>(
    databaseUrl,
    'SELECT request_key AS key FROM project_estimates WHERE length(request_key) = 36',
  )
  return rows.map(({ key }) => key)
}

/** Restores a backup, and measures the time from the stop of the server until the staff see their requests again. */
async function restore(
  drill: DrillRun,
  scene: Scene,
  folder: string,
  { cookie, rows }: { cookie: string; rows: number },
) {
  const backup = join(folder, 'last')
  await runOps(drill.dist, ['backup', backup], { DATABASE_URL: scene.place.databaseUrl })
  await scene.server.end('SIGTERM')
  const accepted = scene.mailbox.accepted
  const startedAt = performance.now()
  await runOps(drill.dist, ['restore', backup], { DATABASE_URL: scene.place.databaseUrl })
  await scene.start()
  const list = await query(scene.origin, 'estimates.list', {}, cookie)
  const seconds = (performance.now() - startedAt) / 1000
  drill.figure('restored after s', seconds)
  drill.check('a restore takes a minute at most', seconds <= 60, seconds)
  drill.check('the staff see what was restored', list.status === 200, list.status)
  await delay(5_000)
  drill.check(
    'nothing that was sent goes out again',
    scene.mailbox.accepted === accepted,
    scene.mailbox.accepted - accepted,
  )
  const [restored] = await queryDatabase<{ count: number | string }>(
    scene.place.databaseUrl,
    'SELECT count(*) AS count FROM project_estimates',
  )
  const expected = rows + scene.ledger.acknowledged.length
  drill.check('everything is there', Number(restored?.count) === expected, restored)
}

/** Kills restores over a database at random moments. */
async function killedRestores(drill: DrillRun): Promise<void> {
  const folder = temporaryFolder('restores')
  drill.defer(() => folder.remove())
  const [data, backup, original] = ['data', 'backup', 'original'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(data)
  const path = join(data, 'app.db')
  const settings = { DATABASE_URL: `file:${path}` }
  migrateSqlite(path, silentLog)
  const rows = drill.count(100_000)
  await insertManyEstimates(settings.DATABASE_URL, rows, new Date('2026-01-05T12:00:00Z'))
  await runOps(drill.dist, ['backup', backup], settings)
  const newRows = 100
  await insertManyEstimates(settings.DATABASE_URL, newRows, new Date('2026-03-05T12:00:00Z'))
  copyFileSync(path, original)
  // The files change places at the very end.
  const full = await runOps(drill.dist, ['restore', backup, '--force'], settings)
  const random = drill.random.fork('kills')
  const found = { former: 0, restored: 0 }
  const kills = drill.count(100)
  for (let count = 0; count < kills; count++) {
    rmSync(data, { recursive: true })
    mkdirSync(data)
    copyFileSync(original, path)
    await killedOps(drill.dist, ['restore', backup, '--force'], settings, random.integer(50, Math.ceil(1.3 * full)))
    const problem = sqliteProblem(path)
    drill.check('the database is whole', problem === undefined, problem)
    const [stored] = await queryDatabase<{ count: number }>(
      settings.DATABASE_URL,
      'SELECT count(*) AS count FROM project_estimates',
    )
    if (stored?.count === rows) found.restored += 1
    else if (stored?.count === rows + newRows) found.former += 1
    else drill.check('the database is the former or the restored one', false, stored?.count)
  }
  drill.figure('kills', kills)
  drill.figure('found the former', found.former)
  drill.figure('found the restored', found.restored)
}

export const copyDrills: readonly Drill[] = [
  { id: 'R15', title: 'log cut and flipped behind what was acknowledged', engine: 'sqlite', run: brokenTails },
  { id: 'RESTORE', title: 'restores that are killed', engine: 'sqlite', run: killedRestores },
  { id: 'R17', title: 'backups under load, and a restore', engine: 'sqlite', run: backups },
]
