import { setTimeout as delay } from 'node:timers/promises'
import { outboxTimings } from '#server/mail/outbox/timings.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { firstAcknowledgement } from './harness/outage.ts'
import { openScene, type Scene } from './harness/scene.ts'
import { keepAlive, newInput, submit } from './harness/submit.ts'

/** `at` is the time of sending. */
type Sent = { at: number; outcome: Promise<string> }

/** Sends at a steady rate over keep-alive connections, without waiting for responses. */
function steadyLoad(drill: DrillRun, scene: Scene, perSecond: number, name: string) {
  const agent = keepAlive(100)
  const random = drill.random.fork(name)
  const sent: Sent[] = []
  const timer = setInterval(() => {
    const one: Sent = { at: Number.POSITIVE_INFINITY, outcome: Promise.resolve('') }
    const onSent = () => {
      one.at = performance.now()
    }
    const verdict = submit(scene.origin, scene.ledger, newInput(random), { agent, onSent })
    one.outcome = verdict.then((given) => (given.result === 'unknown' ? given.reason : given.result))
    sent.push(one)
  }, 1_000 / perSecond)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(sent.map(({ outcome }) => outcome))
      agent.destroy()
    },
    sent,
  }
}

/** Those that got no proper response. A refused connection is one: the sender knows. */
async function resetRequests(sent: readonly Sent[]) {
  const all = await Promise.all(sent.map(async ({ at, outcome }) => ({ at, outcome: await outcome })))
  return all.filter(({ outcome }) => !['acknowledged', 'refused', 'ECONNREFUSED', 'answered 503'].includes(outcome))
}

/** After these, a server that ends closes unanswered connections, and gives up emails on their way (graceful-close.ts). */
const connectionsClosedMs = 3_000
const outboxStoppedMs = 4_300

async function endInOrder(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  scene.mailbox.postmark.behave('late')
  const rounds = drill.count(50)
  const durations: number[] = []
  const codes: (number | null)[] = []
  const dropped: string[] = []
  let afterwards = 0
  let closedByDeadline = 0
  let givenUp = 0
  let claims = 0
  const random = drill.random.fork('signals')
  for (let round = 0; round < rounds; round++) {
    await scene.start()
    const load = steadyLoad(drill, scene, drill.isShort ? 30 : 100, `round ${round}`)
    // A new process is slow at first on a busy machine.
    await firstAcknowledgement(scene, 10_000)
    await delay(random.integer(300, 900))
    const signalled = performance.now()
    const code = await scene.server.end('SIGTERM')
    const duration = performance.now() - signalled
    durations.push(duration)
    // Only a machine that others keep busy cannot answer a second of this load in the time for it.
    const isOutOfTime = duration > connectionsClosedMs && drill.slowness() > 1.5
    if (isOutOfTime && duration > outboxStoppedMs) givenUp += 1
    codes.push(code)
    await load.stop()
    const reset = await resetRequests(load.sent)
    const started = reset.filter(({ at }) => at < signalled)
    afterwards += reset.length - started.length
    if (isOutOfTime) closedByDeadline += started.length
    else dropped.push(...started.map(({ at, outcome }) => `${outcome}, ${Math.round(signalled - at)} ms before`))
    claims += await scene.count(
      "SELECT count(*) AS count FROM outbox_messages WHERE state = 'pending' AND claim_token IS NOT NULL",
    )
  }
  drill.figure('signals', rounds)
  drill.figure('exit p50/p99/max ms', times(durations))
  drill.figure('dropped', dropped.length)
  drill.figure('closed by the deadline on a busy machine', closedByDeadline)
  drill.figure('started after the signal and reset', afterwards)
  drill.check('started requests are finished', dropped.length === 0, dropped)
  drill.check(
    'each exit has code 0',
    codes.every((code) => code === 0),
    codes.filter((code) => code !== 0),
  )
  const limit = 5_000 * Math.min(1.5, drill.slowness())
  drill.check('each exit takes less than 5 s', Math.max(...durations) <= limit, times(durations))
  drill.figure('stops that gave up emails', givenUp)
  drill.check('no other claim is left behind', claims <= givenUp * outboxTimings.maxClaimed, claims)
  scene.mailbox.postmark.behave('ok')
  await scene.start()
  const maxRepeated = rounds + givenUp * outboxTimings.concurrency
  await audit(drill, scene, { drainedWithinMs: 120_000, mails: { maxEach: 2, maxRepeated } })
}

export const shutdownDrills: readonly Drill[] = onBothEngines({
  id: 'R11',
  title: 'SIGTERM under 100 requests a second',
  run: endInOrder,
})
