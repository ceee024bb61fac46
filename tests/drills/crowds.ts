import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { residentMegabytes } from '#tests/bench/process-usage.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, startProbe } from './harness/probe.ts'
import { startScene } from './harness/scene.ts'
import { newInput, send } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'
import { startWriters } from './harness/writers.ts'
import { whileHealthy } from './visitors.ts'

async function idleConnections(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const port = Number(new URL(scene.origin).port)
  const before = residentMegabytes(scene.server.process.pid) ?? 0
  const count = drill.count(8_000)
  let open = 0
  let failed = 0
  const closed: Promise<void>[] = []
  for (let made = 0; made < count; made += 200) {
    await Promise.all(
      Array.from({ length: Math.min(200, count - made) }, () => {
        const socket = connect({ port, host: '127.0.0.1' })
        socket.on('error', () => {
          failed += 1
        })
        socket.resume()
        closed.push(new Promise((resolve) => socket.once('close', () => resolve())))
        return new Promise<void>((resolve) => {
          socket.once('connect', () => {
            open += 1
            resolve()
          })
          socket.once('close', () => resolve())
        })
      }),
    )
  }
  const page = await send(`${scene.origin}/`, undefined)
  const startedAt = performance.now()
  const submitted = await send(`${scene.origin}/api/trpc/estimates.submit`, newInput(drill.random))
  drill.figure('connections', open)
  drill.figure('submit ms', performance.now() - startedAt)
  drill.figure('more memory MB', (residentMegabytes(scene.server.process.pid) ?? 0) - before)
  drill.check('every connection is accepted', open === count && failed === 0, { open, failed })
  drill.check('pages and submissions are answered', page.status === 200 && submitted.status === 200)
  const ended = performance.now()
  await Promise.race([Promise.all(closed), delay(60_000)])
  const seconds = (performance.now() - ended) / 1000
  drill.figure('all closed after s', seconds)
  drill.check('all are closed within 30 s', seconds <= 30, seconds)
  drill.check('the server never ends by itself', scene.server.isRunning())
}

/** Clients that send a byte a second, of headers or of the body. */
async function slowSenders(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const port = Number(new URL(scene.origin).port)
  const calm = await startProbe([{ url: `${scene.origin}/`, intervalMs: 50 }])
  await delay(5_000)
  const [before] = (await calm.stop()).targets
  const head = 'POST /api/trpc/estimates.submit HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n'
  const slow = (beginning: string) =>
    new Promise<number>((resolve) => {
      const startedAt = performance.now()
      const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(beginning))
      const drip = setInterval(() => socket.write('a'), 1_000)
      socket.on('error', () => undefined)
      socket.resume()
      socket.once('close', () => {
        clearInterval(drip)
        resolve((performance.now() - startedAt) / 1000)
      })
    })
  const probe = await startProbe([{ url: `${scene.origin}/`, intervalMs: 50 }])
  const senders = drill.count(300)
  const cut = await Promise.all(
    Array.from({ length: senders }, (_, index) =>
      slow(index % 2 === 0 ? `${head}X-Slow: ` : `${head}Content-Length: 60000\r\n\r\n{"name":"`),
    ),
  )
  const { targets, control } = await probe.stop()
  drill.figure('senders', senders)
  drill.figure('cut after p50/p99/max s', times(cut))
  drill.figure('page p50/p99/max ms, calm', times(before?.durations ?? []))
  drill.figure('meanwhile', times(targets[0]?.durations ?? []))
  drill.check('each is cut within 20 s', Math.max(...cut) <= 20, Math.max(...cut))
  const [calmP99, p99] = [before, targets[0]].map((probed) => percentile(probed?.durations ?? [], 0.99))
  const bar = Math.max(barWith(2 * (calmP99 ?? 0), control, 0.99), 100)
  drill.check('others wait at most twice as long', (p99 ?? 0) <= bar, { p99, bar })
  await audit(drill, scene)
}

async function wrongPasswords(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const durations: number[] = []
  const statuses = new Tally()
  const random = drill.random.fork('people')
  const seconds = drill.count(60)
  const pending: Promise<void>[] = []
  await whileHealthy(drill, scene, async () => {
    const signIns = setInterval(() => {
      const credentials = { email: `person-${random.uuid()}@example.com`, password: `wrong ${random.uuid()}` }
      pending.push(
        send(`${scene.origin}/api/trpc/auth.signIn`, credentials).then(
          ({ status }) => statuses.note(status),
          () => statuses.note('broken'),
        ),
      )
    }, 20)
    const until = performance.now() + seconds * 1_000
    while (performance.now() < until) {
      const startedAt = performance.now()
      const { status } = await send(`${scene.origin}/api/trpc/estimates.submit`, newInput(random))
      if (status === 200) durations.push(performance.now() - startedAt)
      await delay(50)
    }
    clearInterval(signIns)
    await Promise.all(pending)
  })
  drill.figure('sign-ins', pending.length)
  drill.figure('responses', statuses.summary())
  drill.figure('submit p50/p99/max ms', times(durations))
  const p99 = percentile(durations, 0.99)
  drill.check('submissions take 200 ms at most', p99 <= 200 * drill.slowness(), p99)
  const others = statuses.except('400', '401', '429', '503')
  drill.check('none is let in, none breaks', others.length === 0, [...statuses])
}

const sessionColumns =
  'user_id, access_digest, access_expires_at, refresh_digest, refreshed_at, device, created_at, last_used_at, expires_at'

/** One account without a role calls whatever it may, from as many sessions as it could collect, every other five seconds. */
async function greedyAccount(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const { cookie, sessionId } = await insertSignedIn(scene.place.databaseUrl)
  const ids = Array.from({ length: 60 }, () => drill.random.uuid())
  const copies = ids.map((id) => `SELECT '${id}', ${sessionColumns} FROM sessions WHERE id = '${sessionId}'`)
  await changeDatabase(
    scene.place.databaseUrl,
    `UPDATE sessions SET device = 'Mozilla/5.0 (${'x; '.repeat(160)})';
     INSERT INTO sessions (id, ${sessionColumns}) ${copies.join(' UNION ALL ')}`,
  )
  const calls = ['account.sessions', 'secondFactor.state', 'account.emailChange', 'auth.session']
  const paths = [...calls.map((call) => Array(10).fill(call)), [...calls, ...calls, 'account.sessions', 'auth.session']]
  const requests = ids.map((id, index) => ({
    path: `/api/trpc/${paths[index % paths.length]?.join()}?batch=1`,
    headers: { cookie: cookie.replaceAll(sessionId, id) },
  }))
  const seconds = 5
  const waits = {
    calm: { submit: [] as number[], health: [] as number[] },
    crowded: { submit: [] as number[], health: [] as number[] },
  }
  const statuses = new Tally()
  for (let round = 0; round < drill.count(12); round++) {
    const waitsNow = waits[round % 2 === 0 ? 'calm' : 'crowded']
    // The crowd runs in a thread of its own, since this one measures.
    const crowd =
      round % 2 === 1
        ? autocannon({ url: scene.origin, connections: 20, duration: seconds + 1, workers: 1, requests })
        : undefined
    // The start of that thread takes the machine's time, not the server's.
    await delay(1_000)
    const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 20 }])
    const onAcknowledged = (ms: number) => waitsNow.submit.push(ms)
    const visitors = startWriters(scene, {
      writers: 1,
      random: drill.random.fork(`${round}`),
      pauseMs: 10,
      onAcknowledged,
    })
    await delay(seconds * 1_000)
    await visitors.stop()
    waitsNow.health.push(...((await probe.stop()).targets[0]?.durations ?? []))
    for (const [status, { count = 0 }] of Object.entries((await crowd)?.statusCodeStats ?? {}))
      statuses.note(status, count)
  }
  drill.figure('responses to the account', statuses.summary())
  for (const what of ['submit', 'health'] as const) {
    const [calm, crowded] = [waits.calm[what], waits.crowded[what]]
    drill.figure(`${what} p50/p99/max ms, calm`, times(calm))
    drill.figure(`${what}, meanwhile`, times(crowded))
    const [allowed, p99] = [3 * percentile(calm, 0.99), percentile(crowded, 0.99)]
    drill.check('others wait at most three times as long', p99 <= allowed, { what, p99, allowed })
  }
  const health = percentile(waits.crowded.health, 0.99)
  drill.check('/healthz takes 100 ms at most', health <= 100 * drill.slowness(), health)
  await audit(drill, scene)
}

export const crowdDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'R10', title: '50 wrong passwords a second', run: wrongPasswords }),
  ...onBothEngines({ id: 'GREEDY', title: 'an account with sixty sessions on 20 connections', run: greedyAccount }),
  { id: 'R13', title: 'slow senders', engine: 'sqlite', run: slowSenders },
  { id: 'IDLE', title: 'idle connections', engine: 'sqlite', run: idleConnections },
]
