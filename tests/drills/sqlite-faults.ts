import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { percentile } from '#tests/support/percentile.ts'
import { freePort, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, Skipped } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { checkRefusals, firstAcknowledgement } from './harness/outage.ts'
import { filePath, type Place, storedKeys } from './harness/place.ts'
import { barWith, maxOf, startProbe } from './harness/probe.ts'
import { openScene, startScene } from './harness/scene.ts'
import { query, send } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'

async function locked(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const writers = startWriters(scene, { writers: 8, random: drill.random.fork('writers'), pauseMs: 50 })
  await firstAcknowledgement(scene, 10_000)
  await delay(2_000)
  const other = openConnection(filePath(scene.place.databaseUrl), { timeout: 5_000 })
  const probe = await startProbe([
    { url: `${scene.origin}/healthz`, intervalMs: 20 },
    { url: `${scene.origin}/`, intervalMs: 40 },
  ])
  other.exec('BEGIN IMMEDIATE')
  await delay(Math.max(3_000, drill.count(10_000)))
  const { targets, control } = await probe.stop()
  other.exec('ROLLBACK')
  other.close()
  const first = await firstAcknowledgement(scene, 30_000)
  await writers.stop()
  const [health, page] = targets
  if (!health || !page) throw new Error('nothing was probed')
  drill.figure('/healthz p50/p99/max ms', times(health.durations))
  drill.figure('page', times(page.durations))
  drill.figure('machine', times(control.durations))
  drill.figure('first ack after ms', first)
  drill.check(
    'the event loop stands still for 250 ms at most',
    maxOf(health) <= barWith(250 * drill.slowness(), control, 1),
    maxOf(health),
  )
  drill.check(
    'pages take 300 ms at most',
    percentile(page.durations, 0.99) <= barWith(300 * drill.slowness(), control, 0.99),
    times(page.durations),
  )
  drill.check('it goes on within 2 s', first <= 2_000 * drill.slowness(), first)
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 120_000, mails: { maxEach: 1, maxRepeated: 0 } })
}

/** A disk of its own. */
export function smallDisk(drill: DrillRun, megabytes: number): Place {
  const folder = temporaryFolder('drill')
  const dataDir = join(folder.path, 'disk')
  mkdirSync(dataDir)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'drill', dataDir], { stdio: 'pipe' })
  } catch {
    folder.remove()
    throw new Skipped('This account may not mount a small disk.')
  }
  drill.defer(() => {
    execFileSync('umount', ['--lazy', dataDir], { stdio: 'pipe' })
    folder.remove()
  })
  return { dataDir, databaseUrl: `file:${dataDir}/app.db`, remove: async () => undefined }
}

async function diskFull(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill, { place: smallDisk(drill, 6) })
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const writers = startWriters(scene, {
    writers: 4,
    random: drill.random.fork('writers'),
    persists: () => false,
    pauseMs: 50,
  })
  await firstAcknowledgement(scene, 10_000)
  const filler = join(scene.place.dataDir, 'filler')
  const { bavail, bsize } = statfsSync(scene.place.dataDir)
  writeFileSync(filler, Buffer.alloc(Math.floor((bavail * bsize) / 4) * 3))
  const refusals = () => scene.ledger.statuses.get('503') ?? 0
  const giveUpAt = performance.now() + 60_000
  while (refusals() < 20 && performance.now() < giveUpAt) await delay(50)
  drill.check('a full disk is a 503', refusals() >= 20, scene.ledger.summary())
  // A small group may still have fit before.
  await delay(500)
  const before = scene.ledger.acknowledgements
  await delay(2_000)
  drill.figure('acknowledged while full', scene.ledger.acknowledgements - before)
  const list = await query(scene.origin, 'estimates.list', {}, staff.cookie)
  drill.check('the staff can still read', list.status === 200, list.status)
  const page = await send(`${scene.origin}/`, undefined)
  drill.check('visitors can still read', page.status === 200, page.status)
  rmSync(filler)
  const first = await firstAcknowledgement(scene, 30_000)
  await writers.stop()
  drill.figure('first ack after ms', first)
  drill.check('it goes on within 1 s, without a restart', first <= 1_000 * drill.slowness(), first)
  checkRefusals(drill, scene)
  await audit(drill, scene, { drainedWithinMs: 180_000, mails: { maxEach: 3, maxRepeated: 40 } })
}

async function secondServer(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  const first = await scene.start()
  const durations: number[] = []
  const tries = drill.count(10)
  for (let count = 0; count < tries; count++) {
    const startedAt = performance.now()
    const second = scene.spawn({ port: await freePort() })
    const code = await second.ended
    durations.push(performance.now() - startedAt)
    drill.check('the second one ends with code 1', code === 1, code)
    drill.check(
      'and says who has the file',
      second.output().includes(`in use by process ${first.process.pid}`),
      second.output(),
    )
  }
  drill.figure('refused after p50/p99/max ms', times(durations))
  drill.check('within a second', percentile(durations, 0.5) <= 1_000 * drill.slowness(), times(durations))
  drill.check(
    'the first one goes on',
    first.isRunning() && (await send(`${scene.origin}/readyz`, undefined)).status === 200,
  )
}

/** Each corrupt file has to be reported, and none overwritten. */
async function brokenFiles(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const writers = startWriters(scene, { writers: 4, random: drill.random.fork('writers') })
  await delay(2_000)
  await writers.stop()
  await scene.server.end('SIGTERM')
  const path = filePath(scene.place.databaseUrl)
  const whole = readFileSync(path)
  const random = drill.random.fork('bytes')
  const junk = Buffer.from(Array.from({ length: 4_096 }, () => random.integer(0, 255)))
  const broken: Record<string, Buffer> = {
    'no header': Buffer.concat([junk.subarray(0, 100), whole.subarray(100)]),
    'half of the file': whole.subarray(0, Math.floor(whole.length / 2)),
    'no database at all': junk,
    'no first page': Buffer.concat([whole.subarray(0, 100), junk.subarray(100), whole.subarray(4_096)]),
  }
  for (const [name, content] of Object.entries(broken)) {
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    writeFileSync(path, content)
    const server = scene.spawn()
    const code = await Promise.race([server.ended, delay(15_000, 'still running')])
    const said = server.output()
    drill.check(`${name}: the server ends with code 1`, code === 1, code)
    drill.check(
      `${name}: and a sentence`,
      said.includes('could not start') && !/\n\s+at /.test(said),
      said.slice(0, 300),
    )
    if (code !== 1) await server.end('SIGKILL')
    else drill.check(`${name}: the file is as it was`, readFileSync(path).equals(content))
  }
  drill.figure('files', Object.keys(broken).length)
  writeFileSync(path, whole)
  await scene.start()
  await audit(drill, scene)
  drill.check('the file itself was never in the way', existsSync(path))
}

/** Ways to take the database away from a running server. */
const takings: Readonly<Record<string, (path: string, backup: string) => void>> = {
  'deleted file': (path) => rmSync(path),
  'deleted log': (path) => rmSync(`${path}-wal`),
  'copied over': (path, backup) => copyFileSync(backup, path),
  'moved away': (path) => renameSync(path, `${path}.away`),
}

/** A request that is sent after the fault is either refused, or there for the next start. */
async function filesTaken(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  await scene.server.end('SIGTERM')
  const path = filePath(scene.place.databaseUrl)
  const backup = `${path}.backup`
  copyFileSync(path, backup)
  const random = drill.random.fork('takings')
  const rounds = drill.count(30)
  for (const [name, take] of Object.entries(takings))
    for (let round = 0; round < rounds; round += 1) {
      for (const end of ['-wal', '-shm', '.away']) rmSync(path + end, { force: true })
      copyFileSync(backup, path)
      const server = await scene.start()
      const writers = startWriters(scene, {
        writers: 4,
        random: random.fork(`${name} ${round}`),
        persists: () => false,
      })
      await firstAcknowledgement(scene, 10_000)
      await delay(random.integer(0, 400))
      take(path, backup)
      const before = new Set(scene.ledger.entries.map(({ key }) => key))
      await delay(500)
      const { status } = await send(`${scene.origin}/readyz`, undefined)
      await writers.stop(5_000)
      await server.end('SIGKILL')
      const later = scene.ledger.acknowledged.filter(({ key }) => !before.has(key))
      const stored = storedKeys(path)
      const lost = later.filter(({ key }) => !stored.has(key)).length
      drill.check(`${name}: nothing is acknowledged that is not there afterwards`, lost === 0, lost)
      drill.check(`${name}: /readyz is 503`, status === 503, status)
    }
  drill.figure('faults', rounds * Object.keys(takings).length)
  checkRefusals(drill, scene)
}

const drillsOfSqlite: readonly [string, string, Drill['run']][] = [
  ['R8', 'write lock held by another process', locked],
  ['R9', 'disk full', diskFull],
  ['R18', 'second server on one file', secondServer],
  ['TAKEN', 'database or log deleted, copied over and moved away', filesTaken],
  ['FILES', 'corrupt, half and foreign files', brokenFiles],
]

export const sqliteFaultDrills: readonly Drill[] = drillsOfSqlite.map(([id, title, run]) => ({
  id,
  title,
  engine: 'sqlite',
  run,
}))
