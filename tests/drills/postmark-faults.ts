import { setTimeout as delay } from 'node:timers/promises'
import { residentMegabytes } from '#tests/bench/process-usage.ts'
import { percentile } from '#tests/support/percentile.ts'
import type { PostmarkBehaviour } from '#tests/support/server/fake-postmark.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, startProbe } from './harness/probe.ts'
import { openScene, type Scene, startScene } from './harness/scene.ts'
import { submitMany } from './mails.ts'

/** With a refused connection and the refusals below, these make 21 ways to fail. */
const failures: readonly PostmarkBehaviour[] = [
  '500',
  '502 HTML',
  '429',
  'hang',
  'reset',
  'slow body',
  'half body',
  'endless body',
  '200 text',
  '200 empty',
  '200 without MessageID',
  '200 with an ErrorCode',
  '200/300',
  '200/406',
  'redirect',
  '403 HTML',
]
/** After these, no email is sent for a minute. */
const refusals: readonly PostmarkBehaviour[] = ['401', '422/405', '422/400']

/** The first delay of 10 s, less its jitter of a fifth and an eighth for late notes. */
const minBackoffMs = 7_000

async function everyFailure(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  await submitMany(drill, scene, 50)
  await scene.drained(60_000)
  const before = residentMegabytes(scene.server.process.pid) ?? 0
  const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 20 }])

  const attempts = new Map<string, number[]>()
  const random = drill.random.fork('ways')
  const way = new Map<string, PostmarkBehaviour>()
  let dealt = 0
  const deal = () => failures[dealt++ % failures.length] ?? random.pick(failures)
  scene.mailbox.postmark.behave((mail) => {
    attempts.set(mail.outboxId, [...(attempts.get(mail.outboxId) ?? []), performance.now()])
    const own = way.get(mail.outboxId) ?? deal()
    way.set(mail.outboxId, own)
    return own
  })
  const sentBefore = scene.mailbox.accepted
  const submissions = failures.length * 3
  const durations = await submitMany(drill, scene, submissions)
  drill.check('every submission is acknowledged', durations.length === submissions, durations.length)
  await delay(40_000)

  const sent = await scene.count("SELECT count(*) AS count FROM outbox_messages WHERE state = 'sent'")
  drill.check('none counts as sent without Postmark saying so', sent === sentBefore, { sent, sentBefore })
  const failed = await scene.count("SELECT count(*) AS count FROM outbox_messages WHERE state = 'failed'")
  drill.check('none is given up', failed === 0, failed)
  const untried = new Set(failures).size - new Set(way.values()).size
  drill.check('every way was met', untried === 0, untried)
  const gaps = [...attempts.values()].flatMap((at) => at.slice(1).map((time, index) => time - (at[index] ?? time)))
  drill.figure('attempts', [...attempts.values()].flat().length)
  drill.figure('shortest gap s', Math.min(...gaps) / 1000)
  drill.check(
    'each is tried again, and not at once',
    gaps.length > 0 && Math.min(...gaps) > minBackoffMs,
    Math.min(...gaps),
  )
  // 10 s for the attempt, 12 s until the next, 8 s for a busy machine.
  const since = performance.now() - 30_000
  const hung = [...way].filter(
    ([id, own]) => (own === 'hang' || own === 'slow body') && (attempts.get(id)?.[0] ?? since) < since,
  )
  const stuck = hung.filter(([id]) => attempts.get(id)?.length === 1).map(([, own]) => own)
  drill.check('an attempt that hangs or drips is over after 10 s', hung.length > 0 && stuck.length === 0, stuck)

  const { targets, control } = await probe.stop()
  drill.figure('/healthz p50/p99/max ms', times(targets[0]?.durations ?? []))
  const p99 = percentile(targets[0]?.durations ?? [], 0.99)
  const bar = barWith(50 * drill.slowness(), control, 0.99)
  drill.check('the event loop stays free', p99 <= bar, { p99, bar })
  const extra = (residentMegabytes(scene.server.process.pid) ?? 0) - before
  drill.figure('more memory MB', extra)
  drill.check('at most 50 MB more memory', extra <= 50, extra)

  await recover(drill, scene)
  drill.check('no redirect is followed', scene.mailbox.postmark.redirected === 0, scene.mailbox.postmark.redirected)
  await refuseAccount(drill, scene)
  await dieAfterwards(drill, scene)
}

async function recover(drill: DrillRun, scene: Scene): Promise<void> {
  scene.mailbox.postmark.behave('ok')
  const startedAt = performance.now()
  // Emails that were hanging wait for their own next attempt.
  await scene.drained(300_000)
  drill.figure('drained after s', (performance.now() - startedAt) / 1000)
}

async function refuseAccount(drill: DrillRun, scene: Scene): Promise<void> {
  const requests = scene.mailbox.postmark.requests
  let dealt = 0
  scene.mailbox.postmark.behave(() => refusals[dealt++ % refusals.length] ?? '401')
  await submitMany(drill, scene, 12)
  await delay(10_000)
  const tried = scene.mailbox.postmark.requests - requests
  drill.figure('tries while the account is refused', tried)
  drill.check('a refused account is left alone for a minute', tried > 0 && tried <= 20, tried)
  await recover(drill, scene)
}

/** The only case of a duplicate email: it was accepted, and the response never came. */
async function dieAfterwards(drill: DrillRun, scene: Scene): Promise<void> {
  const before = scene.mailbox.repeated()
  drill.check('no mail went out twice until here', before === 0, before)
  const died = new Set<string>()
  scene.mailbox.postmark.behave((mail) => {
    if (died.has(mail.outboxId)) return 'ok'
    died.add(mail.outboxId)
    return 'accept then die'
  })
  await submitMany(drill, scene, 12)
  await scene.drained(120_000)
  drill.check(
    'only what died after it was accepted goes out twice',
    scene.mailbox.repeated() === died.size,
    scene.mailbox.repeated(),
  )
  await audit(drill, scene, { mails: { maxEach: 2, maxRepeated: died.size } })
}

async function downAllTheWhile(drill: DrillRun): Promise<void> {
  const scene = await openScene(drill)
  const half = drill.count(2_500)
  await scene.start()
  await submitMany(drill, scene, Math.min(200, half), 8)
  const baseline = await submitMany(drill, scene, half, 8)
  await scene.drained(300_000)

  await scene.mailbox.postmark.goDown()
  const down = await submitMany(drill, scene, half, 8)
  await scene.server.end('SIGTERM')
  const lost = scene.spawn({ settings: { POSTMARK_API_ORIGIN: 'http://postmark.invalid' } })
  await lost.ready()
  await submitMany(drill, scene, Math.min(200, half), 8)
  const unresolved = await submitMany(drill, scene, half, 8)
  await lost.end('SIGTERM')
  const p99 = [baseline, down, unresolved].map((durations) => percentile(durations, 0.99))
  drill.figure('submit p50/p99/max ms, up', times(baseline))
  drill.figure('refused', times(down))
  drill.figure('no DNS', times(unresolved))
  const [up = 0, ...others] = p99
  // On a shared machine one measurement in a hundred may be anything.
  const bar = Math.max(1.2 * up, up + 50 * drill.slowness())
  drill.check('submitting is as fast as before', Math.max(...others) <= bar, { p99, bar })
  drill.check('no submission fails', down.length === half && unresolved.length === half, scene.ledger.summary())

  await scene.mailbox.postmark.comeUp()
  await scene.start()
  const startedAt = performance.now()
  const backlog = await scene.count("SELECT count(*) AS count FROM outbox_messages WHERE state = 'pending'")
  await scene.drained(600_000)
  const rate = backlog / ((performance.now() - startedAt) / 1000)
  drill.figure('backlog', backlog)
  drill.figure('drained a second', rate)
  drill.check('the backlog drains by 20 a second', rate >= 20 || backlog < 200, rate)
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 } })
}

export const postmarkDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'R4', title: 'Postmark down all the while', run: downAllTheWhile }),
  ...onBothEngines({ id: 'R5', title: 'Postmark failing in 21 ways', run: everyFailure }),
]
