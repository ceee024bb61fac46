import { setTimeout as delay } from 'node:timers/promises'
import { cookieHeader, insertSignedIn } from '#tests/support/server/sessions.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { firstAcknowledgement } from './harness/outage.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { openShiftedClock } from './harness/shifted-clock.ts'
import { newInput, send } from './harness/submit.ts'
import { startWriters } from './harness/writers.ts'

const hour = 3_600
const day = 24 * hour
/** Offsets of the clock in seconds. An hour is a mistake of daylight saving time. */
const leaps: readonly (readonly [string, number])[] = [
  ['+1 h', hour],
  ['right', 0],
  ['-1 h', -hour],
  ['-1 d', -day],
  ['+1 d', day],
  ['-90 s', -90],
  ['+90 s', 90],
  ['+8 d', 8 * day],
  ['right again', 0],
  ['+400 d', 400 * day],
  ['-53 a', -53 * 365 * day],
  ['+31 a', 31 * 365 * day],
  ['right at last', 0],
]

async function leapingClock(drill: DrillRun): Promise<void> {
  const { settings, shift: set } = openShiftedClock(drill)
  const scene = await startScene(drill, { settings })
  scene.mailbox.postmark.behave('late')
  set(30 * day)
  // Node renews the Date header once a second.
  await delay(1_500)
  const seen = new Date(String((await send(`${scene.origin}/healthz`, undefined)).headers.date)).getTime()
  drill.check('the shim shifts the clock', Math.abs(seen - Date.now() - 30 * day * 1000) < day * 1000, seen)
  set(0)

  const session = await insertSignedIn(scene.place.databaseUrl)
  const writers = startWriters(scene, { writers: 4, random: drill.random.fork('writers'), pauseMs: 50 })
  const refreshed: number[] = []
  for (const [name, seconds] of leaps) {
    set(seconds)
    const first = await firstAcknowledgement(scene, 10_000)
    drill.check(`${name}: estimates are accepted`, first < 10_000, first)
    await delay(Math.max(500, drill.count(3_000)))
    await checkLimiter(drill, scene, name)
    if (seconds !== 8 * day && !name.startsWith('right again')) continue
    const reply = await send(`${scene.origin}/api/trpc/auth.refresh`, {}, { cookie: cookieHeader(session) })
    refreshed.push(reply.status)
  }
  drill.check(
    'a session that has expired stays so when the clock is set back',
    refreshed.every((status) => status === 401),
    refreshed,
  )
  await writers.stop()
  const startedAt = performance.now()
  // With the right time, no email waits longer than a lease and a poll.
  await scene.drained(90_000)
  drill.figure('leaps', leaps.length)
  drill.figure('drained after s', (performance.now() - startedAt) / 1000)
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 } })
}

/** A limit must not refuse for longer than its window. */
async function checkLimiter(drill: DrillRun, scene: Scene, name: string): Promise<void> {
  const address = `198.51.100.${drill.random.integer(1, 4)}`
  const url = `${scene.origin}/api/trpc/estimates.submit`
  for (let count = 0; count < 7; count++) {
    const { status, headers } = await send(url, newInput(drill.random.fork(`${name} ${count}`), { name: '' }), {
      address,
    })
    const wait = Number(headers['retry-after'] ?? 0)
    drill.check(`${name}: no limit is longer than its window`, status !== 429 || wait <= hour, wait)
  }
}

export const clockDrills: readonly Drill[] = onBothEngines({
  id: 'R14',
  title: 'a clock that leaps',
  run: leapingClock,
})
