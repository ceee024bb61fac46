import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { benchYear, storeWorkedRequests } from '#tests/bench/worked-requests.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, Skipped } from './harness/drill.ts'
import { percentile, times } from './harness/figures.ts'
import { barWith, maxOf, startProbe } from './harness/probe.ts'
import { openScene, type Scene } from './harness/scene.ts'
import { query, send } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'

/** Resolves with the status, or the code of a broken connection. */
type Read = () => Promise<number | string>

/** In ms, for `/healthz`. */
const [commonLimit, maxLimit] = [30, 100]
const exportTimeoutMs = 300_000

const calls: Readonly<Record<string, readonly [procedure: string, input: unknown]>> = {
  'first page': ['estimates.list', { limit: 50 }],
  'search for one letter': ['estimates.list', { limit: 50, q: 'v' }],
  'counts of a common word': ['estimates.counts', { q: 'visitor' }],
  'four filters': ['estimates.list', { urgent: true, type: 'commercial', budget: '25k-50k', assignee: 'none' }],
  'sorted by budget': ['estimates.list', { limit: 50, sort: 'budget' }],
  'report of a year': ['reports.overview', benchYear],
}

function readsOf({ origin }: Scene, cookie: string): ReadonlyMap<string, Read> {
  const status = (reply: Promise<{ status: number }>) =>
    reply.then(
      ({ status }) => status,
      ({ code }: { code?: string }) => code ?? 'broken',
    )
  const reads = Object.entries(calls).map(([name, [procedure, input]]): [string, Read] => [
    name,
    () => status(query(origin, procedure, input, cookie)),
  ])
  const exported: Read = async () => {
    const { body } = await send(`${origin}/api/trpc/estimates.createExport`, {}, { cookie })
    const { url } = JSON.parse(body).result.data
    return await status(send(`${origin}${url}`, undefined, { cookie, timeoutMs: exportTimeoutMs }))
  }
  return new Map([...reads, ['export', exported]])
}

async function whileReading(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  await scene.start()
  await storeWorkedRequests(scene.place.databaseUrl, drill.count(100_000))
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const ms = drill.count(10) * 1_000
  for (const [name, read] of readsOf(scene, cookie)) {
    await read()
    const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 20 }])
    const durations: number[] = []
    const until = performance.now() + ms
    while (performance.now() < until) {
      const begun = performance.now()
      const status = await read()
      drill.check(`each read is answered: ${name}`, status === 200, status)
      durations.push(performance.now() - begun)
    }
    const { targets, control } = await probe.stop()
    const [health] = targets
    if (!health) throw new Error('nothing was probed')
    drill.figure(`${name}: ms p50/p99/max`, times(durations))
    drill.figure(`${name}: /healthz, machine`, `${times(health.durations)}, ${times(control.durations)}`)
    const common = percentile(health.durations, 99)
    const commonBar = barWith(commonLimit * drill.slowness(), control, 99)
    drill.check(`99 % of /healthz take at most ${commonLimit} ms: ${name}`, common <= commonBar, { common, commonBar })
    const bar = barWith(maxLimit * drill.slowness(), control, 100)
    drill.check(`/healthz takes at most ${maxLimit} ms: ${name}`, maxOf(health) <= bar, { max: maxOf(health), bar })
  }
}

/** Process ids of the server's reading processes. */
function readersOf({ server }: Scene): number[] {
  const { pid } = server.process
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    throw new Skipped('the system does not list child processes')
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function killReaders(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  await scene.start()
  readersOf(scene)
  const otherRows = 5_000
  await insertManyEstimates(scene.place.databaseUrl, otherRows, new Date('2026-01-05T12:00:00Z'))
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const reads = readsOf(scene, cookie)
  const random = drill.random.fork('kills')
  const load = startWriters(scene, { writers: 4, random: drill.random.fork('writers'), pauseMs: 20 })
  const statuses = new Map<string, number>()
  let reading = true
  const readers = [...reads].map(async ([name, read]) => {
    while (reading) {
      const status = String(await read())
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // A file that breaks off is not complete; everything else is answered.
      const isExpected = ['200', '503'].includes(status) || (name === 'export' && /INCOMPLETE|ECONNRESET/.test(status))
      drill.check(`a read is answered or refused: ${name}`, isExpected, status)
    }
  })
  const kills = drill.count(200)
  for (let count = 0; count < kills; ) {
    await delay(random.integer(20, 200))
    const running = readersOf(scene)
    if (running.length > 0 && signal(random.pick(running), 'SIGKILL')) count += 1
  }
  reading = false
  await Promise.all(readers)
  drill.figure('kills', kills)
  drill.figure('responses', [...statuses].map(([name, count]) => `${count} × ${name}`).join(', '))

  for (const [name, read] of reads) {
    const status = await read()
    drill.check(`works after the kills: ${name}`, status === 200, status)
  }
  await stopReaders(drill, scene, cookie)
  await load.stop()
  await scene.drained(120_000)
  await audit(drill, scene, { otherRows, mails: { maxEach: 1, maxRepeated: 0 } })
  await leaveReaders(drill, scene, reads)
}

/** A stopped process is like a query without end. Each costs one read. */
async function stopReaders(drill: DrillRun, scene: Scene, cookie: string): Promise<void> {
  const stopped = readersOf(scene).filter((pid) => signal(pid, 'SIGSTOP'))
  for (const _ of stopped) {
    const begun = performance.now()
    const { status, headers, body } = await query(scene.origin, 'estimates.counts', {}, cookie)
    drill.figure('refused after s', (performance.now() - begun) / 1000)
    drill.check('a read without end is refused', status === 503 && 'retry-after' in headers, { status, body })
  }
  const next = await query(scene.origin, 'estimates.counts', {}, cookie)
  drill.check('the next read works', next.status === 200, next.status)
}

/** The server is killed alone, which leaves its reading processes behind. */
async function leaveReaders(drill: DrillRun, scene: Scene, reads: ReadonlyMap<string, Read>): Promise<void> {
  const pending = [...reads.values()].map((read) => read().catch(() => undefined))
  await delay(50)
  const left = readersOf(scene)
  signal(Number(scene.server.process.pid), 'SIGKILL')
  await Promise.all([scene.server.ended, ...pending])
  const begun = performance.now()
  while (left.some((pid) => signal(pid, 0)) && performance.now() < begun + 10_000) await delay(10)
  drill.figure('readers left behind end after ms', performance.now() - begun)
  drill.check(
    'no reading process survives its server',
    left.every((pid) => !signal(pid, 0)),
    left,
  )
  await scene.start()
}

const sqlite = (id: string, title: string, run: Drill['run']): Drill => ({ id, title, engine: 'sqlite', run })

export const readDrills: readonly Drill[] = [
  sqlite('READS', 'long reads of 100,000 requests', whileReading),
  sqlite('READERS', 'reading processes are killed and stopped', killReaders),
]
