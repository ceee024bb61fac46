import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { estimateMessageKinds } from '#server/estimates/submit/estimate-messages.ts'
import { residentMegabytes } from '#tests/bench/process-usage.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, startProbe } from './harness/probe.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { keepAlive, newInput, query, send, submit } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'

type Sample = { readonly minutes: number; readonly megabytes: number }

/** Growth of memory in MB per hour, by least squares. */
function slope(samples: readonly Sample[]): number {
  const mean = (pick: (sample: Sample) => number) => samples.reduce((sum, one) => sum + pick(one), 0) / samples.length
  const [time, memory] = [mean(({ minutes }) => minutes), mean(({ megabytes }) => megabytes)]
  const covariance = mean((one) => (one.minutes - time) * (one.megabytes - memory))
  return (60 * covariance) / mean((one) => (one.minutes - time) ** 2)
}

function descriptors({ server }: Scene): number {
  const folder = `/proc/${server.process.pid}/fd`
  return existsSync(folder) ? readdirSync(folder).length : 0
}

async function soak(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  // More than SQLite's page cache holds. This sort reads every row, so the cache is full before memory is measured: while
  // it fills, it looks like a leak.
  const otherRows = drill.count(20_000)
  await insertManyEstimates(scene.place.databaseUrl, otherRows, new Date('2026-01-05T12:00:00Z'))
  const staff = await insertSignedIn(scene.place.databaseUrl, { role: 'staff' })
  await query(scene.origin, 'estimates.list', { sort: 'budget' }, staff.cookie)
  const minutes = Math.max(0.2, drill.count(drill.soakMinutes * 60) / 60)
  const agent = keepAlive(50)
  const random = drill.random.fork('requests')
  const statuses = new Tally()
  const pending = new Set<Promise<void>>()
  const one = async () => {
    const choice = random.next()
    if (choice < 0.3) {
      await submit(scene.origin, scene.ledger, newInput(random), { agent })
      return
    }
    const reply =
      choice < 0.8
        ? await send(`${scene.origin}${random.pick(['/', '/auth', '/healthz', '/privacy'])}`, undefined, { agent })
        : await query(scene.origin, 'estimates.list', {}, staff.cookie)
    statuses.note(reply.status)
  }
  let broken = 0
  const startedAt = performance.now()
  const timer = setInterval(() => {
    const request = one()
      .catch(() => {
        broken += 1
      })
      .finally(() => pending.delete(request))
    pending.add(request)
  }, 20)
  await delay(minutes * 20_000)
  const descriptorsBefore = descriptors(scene)
  const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 50 }])
  const samples: Sample[] = []
  while (performance.now() - startedAt < minutes * 60_000) {
    await delay(1_000)
    const megabytes = residentMegabytes(scene.server.process.pid)
    if (megabytes !== undefined) samples.push({ minutes: (performance.now() - startedAt) / 60_000, megabytes })
  }
  clearInterval(timer)
  const { targets, control } = await probe.stop()
  await Promise.all(pending)
  agent.destroy()

  const growth = slope(samples)
  drill.figure('minutes', minutes)
  drill.figure('responses', statuses.summary())
  drill.figure('submissions', scene.ledger.summary())
  drill.figure('/healthz p50/p99/max ms', times(targets[0]?.durations ?? []))
  drill.figure('memory MB', samples.at(-1)?.megabytes ?? 0)
  drill.figure('growth MB/h', growth)
  const faults = [...statuses.keys()].filter((status) => Number(status) >= 500).length + broken
  drill.check('no errors', faults === 0 && scene.ledger.statuses.size === 1, { faults, broken })
  const p99 = percentile(targets[0]?.durations ?? [], 0.99)
  drill.check('the event loop stays free', p99 <= barWith(50 * drill.slowness(), control, 0.99), p99)
  // In a short run most of the growth is uncollected garbage.
  const limit = 5 * Math.max(1, 60 / minutes) ** 1.5
  drill.check('memory does not grow', growth <= limit, { growth, limit })
  await scene.drained(300_000)
  const more = descriptors(scene) - descriptorsBefore
  drill.check('no descriptor is left open', more <= descriptorsBefore / 10, { more, before: descriptorsBefore })
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 }, otherRows })
}

const soon = {
  sqlite: "strftime('%Y-%m-%dT%H:%M:%f', 'now', '+1 hour') || '+00:00'",
  postgresql: "now() + interval '1 hour'",
}
const now = { sqlite: "strftime('%Y-%m-%dT%H:%M:%f', 'now') || '+00:00'", postgresql: 'now()' }
const randomId = { sqlite: 'lower(hex(randomblob(16)))', postgresql: 'gen_random_uuid()::text' }

async function largeOutbox(drill: DrillRun): Promise<void> {
  const { engine } = drill
  const scene = await startScene(drill)
  await scene.server.end('SIGTERM')
  const { databaseUrl } = scene.place
  const estimates = drill.count(50_000)
  await insertManyEstimates(databaseUrl, estimates, new Date('2026-01-05T12:00:00Z'))
  for (let copy = 0; copy < 10; copy++) {
    const isWaiting = copy === 0
    const columns = isWaiting
      ? `'pending', 0, ${soon[engine]}, ${soon[engine]}`
      : `'sent', 1, ${now[engine]}, ${now[engine]}`
    for (const kind of estimateMessageKinds)
      await changeDatabase(
        databaseUrl,
        `INSERT INTO outbox_messages (id, kind, estimate_id, state, attempts, next_attempt_at, created_at)
         SELECT ${randomId[engine]}, '${kind}', id, ${columns} FROM project_estimates`,
      )
  }
  if (engine === 'postgresql') await changeDatabase(databaseUrl, 'VACUUM ANALYZE outbox_messages')
  const server = scene.spawn()
  const ready = await server.ready()
  drill.figure('messages', estimates * 20)
  drill.figure('ready ms', ready)
  drill.check('it is ready within 10 s', ready <= 10_000 * drill.slowness(), ready)
  await timed(drill, scene, 'warm')
  const calm = await timed(drill, scene, 'calm')
  drill.figure('submit p50/p99/max ms', times(calm))
  drill.check(
    'submitting takes no longer than ever',
    percentile(calm, 0.5) <= 50 * drill.slowness(),
    percentile(calm, 0.5),
  )

  const sent = scene.mailbox.accepted
  const startedAt = performance.now()
  await changeDatabase(
    databaseUrl,
    `UPDATE outbox_messages SET next_attempt_at = ${now[engine]} WHERE state = 'pending'`,
  )
  const busy = await timed(drill, scene, 'busy')
  await delay(Math.max(2_000, drill.count(15_000)))
  const rate = (scene.mailbox.accepted - sent) / ((performance.now() - startedAt) / 1000)
  drill.figure('with all of them due', times(busy))
  drill.figure('mails a second', rate)
  drill.check(
    'submissions get through while all are due',
    percentile(busy, 0.99) <= 3_000 * drill.slowness(),
    times(busy),
  )
  drill.check('mails go out', rate >= 20, rate)
  drill.check('none goes out twice', scene.mailbox.repeated() === 0, scene.mailbox.repeated())
  drill.check('the server never ends by itself', scene.server.isRunning())
}

async function timed(drill: DrillRun, scene: Scene, name: string): Promise<number[]> {
  const random = drill.random.fork(name)
  const durations: number[] = []
  for (let count = 0; count < 200; count++) {
    const startedAt = performance.now()
    const { result } = await submit(scene.origin, scene.ledger, newInput(random))
    if (result === 'acknowledged') durations.push(performance.now() - startedAt)
  }
  return durations
}

export const enduranceDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'OUTBOX', title: 'a million messages, a tenth of them waiting', run: largeOutbox }),
  ...onBothEngines({ id: 'R19', title: 'soak at 50 requests a second', run: soak }),
]
