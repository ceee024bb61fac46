import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, maxOf, startProbe } from './harness/probe.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { newInput, query, send, submit } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'

const healthMs = 100

async function warmUp(drill: DrillRun, scene: Scene): Promise<void> {
  const random = drill.random.fork('warm')
  for (let count = 0; count < 30; count++) {
    await submit(scene.origin, scene.ledger, newInput(random))
    await send(`${scene.origin}/`, undefined)
  }
}

/** Runs something while `/healthz` is requested every 20 ms. */
export async function whileHealthy(drill: DrillRun, scene: Scene, work: () => Promise<void>): Promise<void> {
  await warmUp(drill, scene)
  const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 20 }])
  await work()
  const { targets, control } = await probe.stop()
  const [health] = targets
  if (!health) throw new Error('nothing was probed')
  // During a short run other tests run, too; the faults that it finds take seconds.
  const limit = drill.isShort ? 3 * healthMs : healthMs
  const bar = barWith(limit * drill.slowness(), control, 1)
  drill.figure('/healthz p50/p99/max ms', times(health.durations))
  drill.figure('machine', times(control.durations))
  drill.check(`/healthz is at most ${limit} ms away`, maxOf(health) <= bar, { max: maxOf(health), bar })
  drill.check('/healthz is always answered', health.failed === 0, health.failed)
  drill.check('the server never ends by itself', scene.server.isRunning(), scene.server.output().slice(0, 500))
}

function connectAndReset(port: number, waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve())
    socket.once('connect', () => {
      socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
      setTimeout(() => socket.resetAndDestroy(), waitMs)
    })
  })
}

async function tunnels(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const port = Number(new URL(scene.origin).port)
  const count = drill.count(10_000)
  const random = drill.random.fork('waits')
  let done = 0
  await whileHealthy(drill, scene, async () => {
    const work = async () => {
      while (done < count && scene.server.isRunning()) {
        done += 1
        await connectAndReset(port, random.integer(0, 3))
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
  })
  drill.figure('CONNECT and reset', done)
  await audit(drill, scene)
}

/** From 0000-01-01 to 9999-12-31. */
const allDays = 3_652_424

function dayAfter(days: number): string {
  const day = new Date(0)
  day.setUTCFullYear(0, 0, 1 + days)
  return day.toISOString().slice(0, 10)
}

async function everyDay(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  // One account alone would reach its limit of calls.
  const staff = await Promise.all(
    Array.from({ length: 4 }, () => insertSignedIn(scene.place.databaseUrl, { role: 'staff' })),
  )
  const days = drill.count(Math.floor(allDays / 97))
  for (const { cookie } of staff)
    await query(scene.origin, 'reports.overview', { from: '2026-01-05', to: '2026-02-05' }, cookie)
  const statuses = new Tally()
  let asked = 0
  await whileHealthy(drill, scene, async () => {
    const ask = async ({ cookie }: { cookie: string }) => {
      while (asked < days && !statuses.has('NO ANSWER')) {
        const day = dayAfter(asked++ * Math.floor(allDays / days))
        const input = { from: day, to: day }
        const name = await query(scene.origin, 'reports.overview', input, cookie, 5_000).then(
          ({ status }) => String(status),
          (error: NodeJS.ErrnoException) => error.code ?? 'broken',
        )
        statuses.note(name)
      }
    }
    await Promise.all(staff.map(ask))
  })
  drill.figure('days', days)
  drill.figure('responses', statuses.summary())
  const others = statuses.except('200', '400')
  drill.check('each day is answered or refused', others.length === 0, [...statuses])
  await audit(drill, scene)
}

/** Texts that are slow for bad regular expressions. */
const longTexts = ['a', '-', 'a-', '1', 'é', '𝒜', '.', 'a.', 'www', 'a.b/', ' ', '(', '@', 'http', '0'].map((text) =>
  text.repeat(2_000).slice(0, text === '𝒜' ? 4_000 : 2_000),
)

async function longBatches(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const random = drill.random.fork('texts')
  const statuses = new Tally()
  let batches = 0
  await whileHealthy(drill, scene, async () => {
    const until = performance.now() + drill.count(60) * 1_000
    while (performance.now() < until) {
      const text = random.pick(longTexts)
      const texts = { projectDescription: text, specificRequirements: text }
      // The most that a body and a batch may contain.
      const size = Math.min(10, Math.floor(60_000 / (2 * Buffer.byteLength(text) + 1_000)))
      const inputs = Array.from({ length: size }, () => ({ ...newInput(random), ...texts }))
      const calls = inputs.map(() => 'estimates.submit').join(',')
      batches += 1
      const url = `${scene.origin}/api/trpc/${calls}?batch=1`
      const sent = await send(url, { ...inputs }, { address: '198.51.100.7' }).catch(() => ({ status: 0 }))
      statuses.note(sent.status)
      await delay(50)
    }
  })
  drill.figure('batches', batches)
  drill.figure('responses', statuses.summary())
}

const sqlite = (id: string, title: string, run: Drill['run']): Drill => ({ id, title, engine: 'sqlite', run })

export const visitorDrills: readonly Drill[] = [
  sqlite('CONNECT', 'CONNECT, then a reset', tunnels),
  sqlite('DAYS', 'a report of every 97th day of 10,000 years', everyDay),
  sqlite('TEXTS', 'batches of long texts from one address', longBatches),
]
