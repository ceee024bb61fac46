import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '#tests/support/server/server-process.ts'
import { audit } from './harness/audit.ts'
import { type Drill, type DrillRun, onBothEngines } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { keepAlive, newInput, submit } from './harness/submit.ts'
import { Tally } from './harness/tally.ts'

/** Submits different estimates. */
export async function submitMany(drill: DrillRun, scene: Scene, count: number, atOnce = 16): Promise<number[]> {
  const agent = keepAlive(atOnce)
  // Different from those that were submitted before.
  const random = drill.random.fork(`requests after ${scene.ledger.entries.length}`)
  const durations: number[] = []
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      const startedAt = performance.now()
      const verdict = await submit(scene.origin, scene.ledger, newInput(random), { agent })
      if (verdict.result === 'acknowledged') durations.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  agent.destroy()
  return durations
}

/** A slow mail service, so that processes meet each other's claims. */
async function noMailTwice(drill: DrillRun): Promise<void> {
  const processes = drill.engine === 'postgresql' ? 4 : 1
  const scene = await startScene(drill)
  const mails = drill.count(10_000)
  const slow = drill.random.fork('mails')
  scene.mailbox.postmark.behave(() => (slow.chance(0.3) ? 'late' : 'ok'))
  const others = await Promise.all(
    Array.from({ length: processes - 1 }, async () => scene.spawn({ port: await freePort() })),
  )
  await Promise.all(others.map((server) => server.ready()))
  const startedAt = performance.now()
  await submitMany(drill, scene, Math.ceil(mails / 2))
  await scene.drained(600_000)
  drill.figure('processes', processes)
  drill.figure('mails a second', mails / ((performance.now() - startedAt) / 1000))
  // A lost claim would show once its lease has ended.
  await delay(1_000)
  await audit(drill, scene, { mails: { maxEach: 1, maxRepeated: 0 } })
}

async function sameKeyInParallel(drill: DrillRun): Promise<void> {
  const parallel = 20
  const scene = await startScene(drill)
  const agent = keepAlive(4 * parallel)
  const random = drill.random.fork('requests')
  const keys = drill.count(1_000)
  const statuses = new Tally()

  async function oneKey(): Promise<void> {
    const input = newInput(random)
    const verdicts = await Promise.all(
      Array.from({ length: parallel }, () => submit(scene.origin, scene.ledger, input, { agent })),
    )
    for (const { result } of verdicts) statuses.note(result)
    const other = await submit(scene.origin, scene.ledger, { ...input, location: 'Elsewhere, NY' }, { agent })
    statuses.note(other.result === 'refused' && other.status === 409 ? 'other body 409' : `other body ${other.result}`)
  }
  let left = keys
  const work = async () => {
    while (left > 0) {
      left -= 1
      await oneKey()
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  const invalid = await submit(scene.origin, scene.ledger, newInput(random, { name: '' }), { agent })
  drill.check('invalid input is refused', invalid.result === 'refused', invalid)
  agent.destroy()

  drill.figure('keys', keys)
  drill.figure('2xx', statuses.get('acknowledged') ?? 0)
  drill.check('every one of a key is acknowledged', statuses.get('acknowledged') === keys * parallel, [...statuses])
  drill.check('the key with another body is a conflict', statuses.get('other body 409') === keys, [...statuses])
  const rows = await scene.count('SELECT count(*) AS count FROM project_estimates')
  drill.check('each key is one row', rows === keys, rows)
  await audit(drill, scene, { drainedWithinMs: 120_000, mails: { maxEach: 1, maxRepeated: 0 } })
}

async function poisonedMails(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  const poison = new Map<string, number>()
  let first: string | undefined
  scene.mailbox.postmark.behave((mail) => {
    if (!mail.to.startsWith('visitor-')) return 'ok'
    // A short run may draw no other poisoned one.
    first ??= mail.to
    const isPoison = mail.to === first || /^visitor-[0-3]/.test(mail.to)
    if (!isPoison) return 'ok'
    poison.set(mail.outboxId, (poison.get(mail.outboxId) ?? 0) + 1)
    return mail.to.charCodeAt(8) % 2 === 0 ? '422/300' : '422/406'
  })
  // More at once would wait for one another's emails, not for the poisoned ones.
  await submitMany(drill, scene, drill.count(500), 2)
  const startedAt = performance.now()
  await scene.drained(60_000)
  drill.figure('mails', scene.mailbox.accepted)
  drill.figure('poisoned', poison.size)
  drill.figure('drained after s', (performance.now() - startedAt) / 1000)
  const tried = Math.max(0, ...poison.values())
  drill.check('a poisoned mail is tried once', tried === 1, tried)
  const failed = await scene.rows<{ id: string; attempts: number }>(
    "SELECT id, attempts FROM outbox_messages WHERE state = 'failed'",
  )
  drill.check(
    'it is given up on its first attempt',
    failed.every(({ id, attempts }) => poison.has(id) && Number(attempts) === 1),
  )
  drill.check('all poisoned ones are given up and no other', failed.length === poison.size, failed.length)
  const sent = await scene.count("SELECT count(*) AS count FROM outbox_messages WHERE state = 'sent'")
  const all = await scene.count('SELECT count(*) AS count FROM outbox_messages')
  drill.check('all others are sent', sent === all - poison.size && scene.mailbox.accepted === sent, { sent, all })
  drill.check('none goes out twice', scene.mailbox.repeated() === 0, scene.mailbox.repeated())
  const others = await scene.rows<{ queued: string | Date; sent: string | Date }>(
    "SELECT created_at AS queued, sent_at AS sent FROM outbox_messages WHERE state = 'sent'",
  )
  const delays = others.map((mail) => new Date(mail.sent).getTime() - new Date(mail.queued).getTime())
  drill.figure('the others sent after p50/p99/max ms', times(delays))
  drill.check('the others are sent within 2 s', Math.max(...delays) <= 2_000 * drill.slowness(), times(delays))
  await audit(drill, scene)
}

export const mailDrills: readonly Drill[] = [
  ...onBothEngines({ id: 'R2', title: 'no mail twice without a kill', run: noMailTwice }),
  ...onBothEngines({ id: 'R3', title: 'one key 20 times at once', run: sameKeyInParallel }),
  ...onBothEngines({ id: 'R6', title: 'poisoned mails among others', run: poisonedMails }),
]
