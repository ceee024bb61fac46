import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { outboxTimings } from '#server/mail/outbox/timings.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { checkRefusals, firstAcknowledgement, ownPostgresql } from './harness/outage.ts'
import type { Scene } from './harness/scene.ts'
import type { DrilledServer } from './harness/server.ts'
import { newInput, submit } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'
import { crashes, readOnlyForAWhile, terminated } from './postgresql-faults.ts'
import { failOver, halfOpenPeer } from './postgresql-peers.ts'

const processCount = 3
/** A lost connection that listens is opened again after at most 10 s. */
const liveLimitMs = 15_000

/** Each process keeps its port. */
class Processes {
  readonly #scene: Scene
  readonly #running = new Map<number, DrilledServer>()
  endedInBoot = 0

  constructor(scene: Scene) {
    this.#scene = scene
  }

  async startAll(): Promise<void> {
    for (let count = 0; count < processCount; count++) this.start(await freePort())
    await this.allReady()
  }

  start(port: number): void {
    this.#running.set(port, this.#scene.spawn({ port }))
  }

  /** Starts again what the crash of the database has ended during its startup, as systemd does. */
  async allReady(): Promise<void> {
    await Promise.all(this.ports.map((port) => this.#ready(port)))
  }

  async #ready(port: number): Promise<void> {
    for (;;) {
      const server = this.#running.get(port)
      try {
        await server?.ready()
        return
      } catch (error) {
        if (server?.process.exitCode !== 1) throw error
        this.endedInBoot += 1
        this.start(port)
      }
    }
  }

  get ports(): readonly number[] {
    return [...this.#running.keys()]
  }

  /** @returns the exit code */
  async restart(port: number, signal: NodeJS.Signals, pauseMs: number): Promise<number | null | undefined> {
    const code = await this.#running.get(port)?.end(signal)
    await delay(pauseMs)
    this.start(port)
    return code
  }
}

const originAt = (port: number) => `http://127.0.0.1:${port}`

/** Opens a page of the staff and waits until the server has accepted it. */
async function openPage(port: number, cookie: string): Promise<{ heard(): string; close(): void }> {
  let text = ''
  const request = get(`${originAt(port)}/api/trpc/estimates.changes?input=%7B%7D`, {
    headers: { cookie, accept: 'text/event-stream', 'sec-fetch-site': 'same-origin' },
  })
  await new Promise<void>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        resolve()
      })
      response.on('error', () => undefined)
    })
  })
  return { heard: () => text, close: () => request.destroy() }
}

/** @returns what an open page of one process heard of an estimate that another stored, and after how many ms */
async function liveUpdate(
  drill: DrillRun,
  scene: Scene,
  ports: readonly number[],
  cookie: string,
): Promise<{ what: 'id' | 'all' | 'nothing'; ms: number }> {
  const [here = 0, there = 0] = ports
  const page = await openPage(there, cookie)
  try {
    const before = page.heard().length
    const input = newInput(drill.random.fork(`live ${scene.ledger.entries.length}`))
    let verdict = await submit(originAt(here), scene.ledger, input)
    while (verdict.result === 'unknown') {
      await delay(100)
      verdict = await submit(originAt(here), scene.ledger, input)
    }
    const stored = performance.now()
    const [row] = await scene.rows<{ id: string }>(
      `SELECT id FROM project_estimates WHERE request_key = '${input.requestKey}'`,
    )
    while (performance.now() < stored + liveLimitMs) {
      const heard = page.heard().slice(before)
      const ms = performance.now() - stored
      if (row && heard.includes(row.id)) return { what: 'id', ms }
      if (heard.includes('"all":true')) return { what: 'all', ms }
      await delay(10)
    }
    return { what: 'nothing', ms: liveLimitMs }
  } finally {
    page.close()
  }
}

/** In each round one process is killed, one is restarted, and the database is restarted. */
async function threeProcesses(drill: DrillRun): Promise<void> {
  const { cluster, scene, pgbouncer } = await ownPostgresql(drill, { pooled: true })
  const processes = new Processes(scene)
  await processes.startAll()
  const random = drill.random.fork('rounds')
  const origins = drill.random.fork('origins')
  const writers = startWriters(scene, {
    writers: 8,
    random: drill.random.fork('writers'),
    resend: 0.15,
    pauseMs: 20,
    origin: () => originAt(origins.pick(processes.ports)),
  })
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  const rounds = drill.count(20)
  const first: number[] = []
  const live: Awaited<ReturnType<typeof liveUpdate>>[] = []
  for (let round = 0; round < rounds; round++) {
    const [killed = 0, restarted = 0, left = 0] = processes.ports.map(
      (_, index, ports) => ports[(index + round) % ports.length] ?? 0,
    )
    await firstAcknowledgement(scene, 10_000)
    await delay(random.integer(100, 600))
    await processes.restart(killed, 'SIGKILL', random.integer(0, 300))
    const code = await processes.restart(restarted, 'SIGTERM', random.integer(0, 300))
    drill.check('a process that is told to end does so', code === 0, code)
    await delay(random.integer(0, 500))
    await cluster.crash()
    await delay(random.integer(0, 1_000))
    await cluster.start()
    first.push(await firstAcknowledgement(scene, 30_000))
    await processes.allReady()
    live.push(await liveUpdate(drill, scene, [killed, left], cookie))
  }
  await writers.stop()
  drill.figure('pgbouncer', pgbouncer?.version ?? '')
  drill.figure('rounds', rounds)
  drill.figure('ended in boot', processes.endedInBoot)
  drill.figure('first ack p50/p99/max ms', times(first))
  const limit = 5_000 * drill.slowness()
  drill.check('the first acknowledgement comes within 5 s', Math.max(...first) <= limit, times(first))
  const byId = live.filter(({ what }) => what === 'id').map(({ ms }) => ms)
  drill.figure('pages that heard of the estimate', `${byId.length} by its id, ${live.length - byId.length} otherwise`)
  drill.figure('heard after p50/p99/max ms', times(byId))
  const deaf = live.filter(({ what }) => what === 'nothing').length
  drill.check('every page hears of what another process stored', deaf === 0, deaf)
  checkRefusals(drill, scene, ['ECONNREFUSED', 'ECONNRESET', 'INCOMPLETE', 'EPIPE'])
  await scene.drained(180_000)
  const locks = await scene.count(
    "SELECT count(*) AS count FROM pg_locks JOIN pg_database ON oid = database WHERE locktype = 'advisory' AND datname = current_database()",
  )
  // The connection that listens has one, by which a move knows that the process is running.
  drill.check('no advisory lock is left but one of each process', locks === processCount, locks)
  const faults = 2 * rounds
  await audit(drill, scene, { mails: { maxEach: 1 + faults, maxRepeated: faults * outboxTimings.maxClaimed } })
}

/** Startup options would be refused, and sessions mixed up. */
async function withoutDirectUrl(drill: DrillRun): Promise<void> {
  const { scene } = await ownPostgresql(drill, { pooled: true })
  const server = scene.spawn({ settings: { DATABASE_DIRECT_URL: '' } })
  const code = await server.ended
  drill.check('the server refuses to start', code === 1, code)
  const cure = 'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.'
  drill.check('and names the cure', server.output().includes(cure), server.output())
}

const pooled =
  (run: (drill: DrillRun, options: { pooled: boolean }) => Promise<void>): Drill['run'] =>
  (drill) =>
    run(drill, { pooled: true })

const drillsOfPgbouncer: readonly [string, Drill['run']][] = [
  ['three processes and the database, killed and restarted', threeProcesses],
  ['without a direct connection', withoutDirectUrl],
  ['PostgreSQL stopped at once, mid-load', pooled(crashes)],
  ['every connection cut, again and again', pooled(terminated)],
  ['the database only reads for 3 s', pooled(readOnlyForAWhile)],
  ['a database that stops answering', pooled(halfOpenPeer)],
  ['a new primary, the old one only reads', pooled(failOver)],
]

export const pgbouncerDrills: readonly Drill[] = drillsOfPgbouncer.map(([title, run]) => ({
  id: 'PGBOUNCER',
  title: `pgbouncer: ${title}`,
  engine: 'postgresql',
  run,
}))
