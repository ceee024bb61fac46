import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit, sqliteProblem } from './harness/audit.ts'
import { startBackups } from './harness/backups.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { filePath } from './harness/place.ts'
import { openScene, type Scene } from './harness/scene.ts'
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

function storedKeys(path: string): Set<string> {
  const connection = openConnection(path)
  try {
    const rows = connection.prepare<[], { key: string }>('SELECT request_key AS key FROM project_estimates').all()
    return new Set(rows.map(({ key }) => key))
  } finally {
    connection.close()
  }
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

/** As after a power cut: half a write, or one with wrong bits. */
async function brokenTails(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  await scene.start()
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
  await scene.drained(60_000)
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 } })
}

async function backups(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  await scene.start()
  const rows = drill.count(100_000)
  await insertManyEstimates(scene.place.databaseUrl, rows, new Date('2026-01-05T12:00:00Z'))
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const writers = startWriters(scene, { writers: 5, random: drill.random.fork('writers'), pauseMs: 100 })
  const source = filePath(scene.place.databaseUrl)
  const folder = temporaryFolder('backups')
  drill.defer(() => folder.remove())
  const copy = join(folder.path, 'app.db')
  const copies = startBackups()
  drill.defer(() => copies.stop())
  const durations: number[] = []
  const acknowledgedBefore = scene.ledger.acknowledged.length
  const startedAt = performance.now()
  const count = drill.count(100)
  for (let made = 0; made < count; made++) {
    await delay(50)
    const before = scene.ledger.acknowledged.map(({ key }) => key)
    durations.push(await copies.backUp(source, copy))
    const { missing, problem } = await copies.verify(copy, before)
    drill.check('a backup has all that was acknowledged before it', missing === 0, missing)
    drill.check('a backup is whole', problem === undefined, problem)
  }
  const writesPerSecond =
    (1000 * (scene.ledger.acknowledged.length - acknowledgedBefore)) / (performance.now() - startedAt)
  await writers.stop()
  drill.figure('backups', count)
  drill.figure('writes a second', writesPerSecond)
  drill.figure('backup p50/p99/max ms', times(durations))
  await scene.drained(180_000)
  await copies.backUp(source, copy)
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 }, otherRows: rows })
  await restore(drill, scene, { copy, cookie: staff.cookie, rows })
}

async function restore(
  drill: DrillRun,
  scene: Scene,
  { copy, cookie, rows }: { copy: string; cookie: string; rows: number },
) {
  await scene.server.end('SIGTERM')
  const path = filePath(scene.place.databaseUrl)
  const accepted = scene.mailbox.accepted
  const startedAt = performance.now()
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  copyFileSync(copy, path)
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
  const restored = await scene.count('SELECT count(*) AS count FROM project_estimates')
  drill.check('everything is there', restored === rows + scene.ledger.acknowledged.length, restored)
}

export const copyDrills: readonly Drill[] = [
  { id: 'R15', title: 'log cut and flipped behind what was acknowledged', engine: 'sqlite', run: brokenTails },
  { id: 'R17', title: 'backups under load, and a restore', engine: 'sqlite', run: backups },
]
