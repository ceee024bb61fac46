import { setTimeout as delay } from 'node:timers/promises'
import { insertRow } from '#tests/support/database/insert-row.ts'
import { changeDatabase } from '#tests/support/database/query-database.ts'
import { testSecretsKey } from '#tests/support/database/server-key.ts'
import { percentile } from '#tests/support/percentile.ts'
import { type FakePushService, startFakePushService } from '#tests/support/server/fake-push-service.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { openScene, type Scene } from './harness/scene.ts'
import type { DrilledServer } from './harness/server.ts'
import { newInput, submit } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'

const pauseMs = 250
const acceptedLimitMs = 2_000
/** Covers a lease and the retries after odd answers. */
const drainLimitMs = 120_000

/** A process that is killed is started again on its port. */
type Process = { readonly port: number; server: DrilledServer }

/** One is told by email as well, and the other's address is the office's. */
const people = [
  { email: 'ana@example.com', browsers: ['phone', 'tablet'] },
  { email: 'office@example.com', browsers: ['desk', 'truck'] },
]
const devices = people.flatMap(({ browsers }) => browsers)

async function pushes(drill: DrillRun): Promise<void> {
  const service = await startFakePushService()
  drill.defer(() => service.close())
  const scene = await openScene(drill, {
    settings: { PUSH_ORIGIN: service.origin, SECRETS_KEY: testSecretsKey.toString('base64url') },
  })
  const running: Process[] = [{ port: Number(new URL(scene.origin).port), server: await scene.start() }]
  while (drill.engine === 'postgresql' && running.length < 3) {
    const port = await freePort()
    running.push({ port, server: scene.spawn({ port }) })
  }
  await Promise.all(running.map(({ server }) => server.ready()))
  await subscribe(scene, service)
  await measure(drill, scene, service)
  const killed = { scene, service, running }
  const { inDoubt, kills } = await killUnderLoad(drill, killed)
  await drain(killed, inDoubt)

  const estimates = await scene.rows<{ id: string }>('SELECT id FROM project_estimates')
  const tags = new Map<string, Set<string>>()
  const accepted = new Map<string, number>()
  for (const { browser, content } of service.received) {
    const subject = `${content.path} ${browser}`
    tags.set(subject, (tags.get(subject) ?? new Set()).add(content.tag))
    accepted.set(toKey(browser, content.tag), (accepted.get(toKey(browser, content.tag)) ?? 0) + 1)
  }
  const expected = estimates.flatMap(({ id }) => devices.map((device) => `/admin/estimates/${id} ${device}`))
  const missing = expected.filter((subject) => !tags.has(subject))
  const repeated = [...accepted].filter(([, count]) => count > 1)
  const strange = repeated.filter(([key]) => !inDoubt.has(key))
  drill.figure('processes', running.length)
  drill.figure('pushes', service.received.length)
  drill.figure('pushes lost', missing.length)
  drill.figure('pushes in doubt', inDoubt.size)
  drill.figure('pushes twice', service.received.length - accepted.size)
  drill.check('each request reaches each device', missing.length === 0, missing.slice(0, 3))
  drill.check('nothing else is pushed', tags.size === expected.length, tags.size - expected.length)
  const torn = [...tags].filter(([, own]) => own.size > 1)
  drill.check(
    'a device that gets one again shows it once',
    torn.length === 0,
    torn.slice(0, 3).map(([key]) => key),
  )
  drill.check('only what was in doubt at a kill is pushed twice', strange.length === 0, strange.slice(0, 3))
  const most = Math.max(0, ...accepted.values())
  drill.check('it is pushed at most once more per kill', most <= 1 + kills, most)
  const late = service.received.filter(({ headers }) => !(Number(headers.ttl) > 0 && Number(headers.ttl) <= 3600))
  drill.check('the service keeps none for longer than its hour', late.length === 0, late[0]?.headers)
  await audit(drill, scene)
}

const toKey = (browser: string, tag: string) => `${tag} ${browser}`

/** Signs two people in on two devices each. */
async function subscribe({ place: { databaseUrl } }: Scene, service: FakePushService): Promise<void> {
  for (const { email, browsers } of people) {
    const { userId } = await insertSignedIn(databaseUrl, { email, role: 'staff' })
    for (const browser of browsers) {
      const { sessionId } = await insertSignedIn(databaseUrl)
      await changeDatabase(databaseUrl, `UPDATE sessions SET user_id = '${userId}' WHERE id = '${sessionId}'`)
      const row = { id: sessionId, sessionId, ...service.subscribe(browser), showNames: false, createdAt: new Date() }
      await insertRow(databaseUrl, 'push_subscriptions', row)
    }
  }
  await changeDatabase(databaseUrl, "UPDATE users SET new_estimates_since = created_at WHERE role = 'staff'")
}

/** Times how soon after its acknowledgement a request was pushed to every device, with nothing broken. */
async function measure(drill: DrillRun, scene: Scene, service: FakePushService): Promise<void> {
  const random = drill.random.fork('measured')
  const acknowledgedAt = new Map<string, number>()
  for (let left = drill.count(100); left > 0; left -= 1) {
    const input = newInput(random)
    await submit(scene.origin, scene.ledger, input)
    acknowledgedAt.set(input.requestKey, performance.now())
    await delay(random.integer(100, 2 * pauseMs))
  }
  const giveUpAt = performance.now() + 20_000
  while (service.received.length < acknowledgedAt.size * devices.length && performance.now() < giveUpAt) await delay(20)
  const rows = await scene.rows<{ id: string; key: string }>('SELECT id, request_key AS key FROM project_estimates')
  const keys = new Map(rows.map(({ id, key }) => [`/admin/estimates/${id}`, key]))
  const durations = service.received.map(
    ({ at, content }) => at - (acknowledgedAt.get(keys.get(content.path) ?? '') ?? Number.NaN),
  )
  const slowest = percentile(durations, 0.95)
  drill.figure('accepted after p50/p99/max ms', times(durations))
  drill.figure('p95 ms', slowest)
  drill.check('a push is accepted within two seconds, 95 of 100 times', slowest <= acceptedLimitMs * drill.slowness(), {
    slowest,
    slowness: drill.slowness(),
  })
}

type Killed = { readonly scene: Scene; readonly service: FakePushService; readonly running: Process[] }

/** @returns the pushes that were accepted at a kill and not yet recorded, by nudge and browser */
async function killUnderLoad(drill: DrillRun, { scene, service, running }: Killed) {
  const random = drill.random.fork('kills')
  const odd = drill.random.fork('odd answers')
  service.behave(() => {
    if (odd.chance(0.03)) return odd.pick([429, 500, 503, 'redirect', 'stall'] as const)
    return odd.chance(0.5) ? 'late' : 201
  })
  const ports = drill.random.fork('ports')
  const load = startWriters(scene, {
    writers: 2,
    random: drill.random.fork('writers'),
    pauseMs,
    timeoutMs: 5_000,
    origin: () => ports.pick(running).server.origin,
  })
  const kills = drill.count(100)
  const inDoubt = new Set<string>()
  for (let count = 0; count < kills; count += 1) {
    const one = random.pick(running)
    const before = service.received.length
    // Most of them die while pushes are on their way.
    const giveUpAt = performance.now() + 10_000
    while (service.received.length === before && performance.now() < giveUpAt) await delay(10)
    await delay(random.integer(0, 300))
    await one.server.end('SIGKILL')
    const unrecorded = await readUnrecorded(scene)
    one.server = scene.spawn({ port: one.port })
    await one.server.ready()
    // The service reads what the killed process had sent, which takes a busy machine a while.
    noteDoubt(inDoubt, unrecorded, service)
  }
  await load.stop()
  drill.figure('kills', kills)
  service.behave(() => 201)
  return { inDoubt, kills }
}

async function readUnrecorded(scene: Scene): Promise<ReadonlySet<string>> {
  const waiting = await scene.rows<{ nudge: string; browser: string }>(
    'SELECT nudge_id AS nudge, endpoint AS browser FROM push_messages JOIN push_subscriptions ON push_subscriptions.id = subscription_id',
  )
  return new Set(waiting.map(({ nudge, browser }) => toKey(browser.split('/').at(-1) ?? '', nudge)))
}

function noteDoubt(inDoubt: Set<string>, unrecorded: ReadonlySet<string>, { received }: FakePushService): void {
  for (const { browser, content } of received) {
    const key = toKey(browser, content.tag)
    if (unrecorded.has(key)) inDoubt.add(key)
  }
}

/** Looks for what is due once more, and ends leases and delays in the database instead of waiting for them. */
async function drain({ scene, service, running }: Killed, inDoubt: Set<string>): Promise<void> {
  await delay(3_000)
  // What they are sending is recorded or released, and then in doubt as after a kill.
  await Promise.all(running.map(({ server }) => server.end('SIGTERM')))
  noteDoubt(inDoubt, await readUnrecorded(scene), service)
  await changeDatabase(scene.place.databaseUrl, 'UPDATE push_messages SET next_attempt_at = created_at')
  await scene.start()
  const giveUpAt = performance.now() + drainLimitMs
  await delay(3_000)
  while ((await scene.count('SELECT count(*) AS count FROM push_messages')) > 0 && performance.now() < giveUpAt)
    await delay(100)
}

export const pushDrills: readonly Drill[] = onBothEngines({
  id: 'PUSH',
  title: 'kill -9 while devices are notified',
  run: pushes,
})
