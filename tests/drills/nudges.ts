import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays, isWeekday, newYorkDay, newYorkInstant } from '#shared/calendar-days.ts'
import { digestHour } from '#shared/nudges.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import type { AcceptedMail } from '#tests/support/server/postmark-wire.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { auditDatabase } from './harness/audit.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import type { Random } from './harness/random.ts'
import { endLeases, openScene, type Scene } from './harness/scene.ts'
import type { DrilledServer } from './harness/server.ts'
import { openShiftedClock } from './harness/shifted-clock.ts'
import { newInput, submit } from './harness/submit.ts'

const processes = 3
const perSwitch = 15
/** Each begins a week before the clocks change, on a Sunday at 2:00. */
const periods = ['2026-03-01', '2026-10-25']

/** On these days of each period, no process runs from before 7:00 until then. */
const outages: Readonly<Record<number, { readonly untilMinutes: number; readonly sent: boolean }>> = {
  3: { untilMinutes: 9 * 60 + 30, sent: true },
  11: { untilMinutes: 12 * 60 + 5, sent: false },
}

const staff = ['ana', 'ben', 'cleo'].map((name) => `${name}@builders.example`)
const noDigest = [
  { email: 'off@builders.example', role: 'staff', notifyDigest: false },
  { email: 'visitor@builders.example', role: 'user' },
]

type Delivery = { readonly mail: AcceptedMail; readonly at: Date }

/** A process that is killed is started again on its port. */
type Process = { readonly port: number; server: DrilledServer }

type Morning = {
  readonly scene: Scene
  readonly running: Process[]
  readonly random: Random
  /** Called with the acceptance of each digest, before its sender hears of it. */
  readonly watch: { onDigest?: () => void }
}

const isDigest = ({ subject }: AcceptedMail) => /^\w+day: /.test(subject)

async function morningDigests(drill: DrillRun): Promise<void> {
  const clock = openShiftedClock(drill)
  const deliveries: Delivery[] = []
  const watch: { onDigest?: () => void } = {}
  const scene = await openScene(drill, {
    settings: clock.settings,
    receive: (mail) => {
      deliveries.push({ mail, at: clock.now() })
      if (isDigest(mail)) watch.onDigest?.()
    },
  })
  const random = drill.random.fork('mornings')
  scene.mailbox.postmark.behave('late')
  const running: Process[] = []
  const setClock = (instant: Date) => clock.shift(Math.round((instant.getTime() - Date.now()) / 1000))
  const [first = ''] = periods
  setClock(newYorkInstant(addDays(first, -3), 13 * 60))
  const server = await scene.start()
  running.push({ port: Number(new URL(server.origin).port), server })
  for (let index = 1; index < processes; index += 1) {
    const port = await freePort()
    running.push({ port, server: scene.spawn({ port }) })
  }
  await ready(running)
  for (const account of [...staff.map((email) => ({ email, role: 'staff' })), ...noDigest])
    await insertRow(scene.place.databaseUrl, 'users', {
      id: randomUUID(),
      createdAt: clock.now(),
      confirmedAt: clock.now(),
      ...account,
    })
  // This request is never answered, so that no digest is empty.
  await submit(scene.origin, scene.ledger, newInput(random))

  const days = periods.flatMap((start) =>
    Array.from({ length: Math.max(8, drill.count(perSwitch)) }, (_, index) => ({ day: addDays(start, index), index })),
  )
  let kills = 0
  let expected = 0
  let repeated = 0
  for (const { day, index } of days) {
    const outage = outages[index]
    setClock(new Date(newYorkInstant(day, digestHour * 60).getTime() - 4_000))
    const seen = deliveries.length
    const isDue = isWeekday(day) && outage?.sent !== false
    const morning = { scene, running, random, watch }
    let killed: number
    if (outage) killed = await sleepLate(morning, () => setClock(newYorkInstant(day, outage.untilMinutes)))
    else if (isDue && random.chance(0.3)) killed = await killWhileSending(morning)
    else killed = await killAround(morning)
    kills += killed
    if (isDue) await queued(scene, day)
    await settled(scene)
    const mails = deliveries.slice(seen).filter(({ mail }) => isDigest(mail))
    if (isDue) expected += staff.length
    const rows = await scene.count(queuedOn(day))
    drill.check('each digest is queued once', rows === (isDue ? staff.length : 0), { day, rows })
    checkMorning(drill, { day, isDue, kills: killed, mails })
    repeated += mails.length - new Set(mails.map(({ mail }) => mail.outboxId)).size
  }

  drill.figure('days', days.length)
  drill.figure('kills', kills)
  drill.figure('digests', expected)
  drill.figure('sent twice', repeated)
  const unsent = await scene.count("SELECT count(*) AS count FROM outbox_messages WHERE state <> 'sent'")
  drill.check('every email was sent', unsent === 0, unsent)
  await auditDatabase(drill, scene)
}

/** Kills some of the processes within some seconds of 7:00, and starts each again at once. @returns how many were killed */
async function killAround({ scene, running, random }: Morning): Promise<number> {
  const plans = running.map((one) => {
    // Half of them die while the emails are on their way.
    const afterMs = random.chance(0.5) ? random.integer(1_500, 8_000) : random.integer(4_900, 6_000)
    return { one, isKilled: random.chance(0.6), afterMs }
  })
  const working = plans.map(async ({ one, isKilled, afterMs }) => {
    if (!isKilled) return
    await delay(afterMs)
    await one.server.end('SIGKILL')
    one.server = scene.spawn({ port: one.port })
    await one.server.ready()
  })
  await wake({ scene, running, random })
  await Promise.all(working)
  await delay(1_000)
  return plans.filter(({ isKilled }) => isKilled).length
}

/** Wakes all processes by a new estimate, so that they meet just after 7:00. */
async function wake({ scene, running, random }: Omit<Morning, 'watch'>): Promise<void> {
  await delay(3_000)
  for (const { server } of running) {
    const { result } = await submit(server.origin, scene.ledger, newInput(random), { timeoutMs: 3_000 })
    if (result === 'acknowledged') return
  }
}

/** Kills all processes when the first digest was accepted and its sender does not know yet. @returns how many were killed */
async function killWhileSending({ scene, running, random, watch }: Morning): Promise<number> {
  const sending = new Promise<void>((resolve) => {
    watch.onDigest = resolve
  })
  await wake({ scene, running, random })
  await Promise.race([sending, delay(60_000)])
  delete watch.onDigest
  return await restartAll({ scene, running })
}

/** Kills all processes before 7:00, and starts them at a later time. @returns how many were killed */
async function sleepLate({ scene, running }: Morning, setLater: () => void): Promise<number> {
  await restartAll({ scene, running }, setLater)
  // A process looks for what is due two seconds after its start.
  await delay(4_000)
  return running.length
}

async function restartAll(
  { scene, running }: Pick<Morning, 'scene' | 'running'>,
  meanwhile?: () => void,
): Promise<number> {
  await Promise.all(running.map(({ server }) => server.end('SIGKILL')))
  meanwhile?.()
  for (const one of running) one.server = scene.spawn({ port: one.port })
  await ready(running)
  return running.length
}

const queuedOn = (day: string) =>
  `SELECT count(*) AS count FROM nudges WHERE kind = 'nudge.digest' AND subject = '${day}'`

/** Waits until the digests of a day are queued. Gives up after a minute, which the checks then report. */
async function queued(scene: Scene, day: string): Promise<void> {
  const giveUpAt = performance.now() + 60_000
  while ((await scene.count(queuedOn(day))) < staff.length && performance.now() < giveUpAt) await delay(250)
}

async function ready(running: readonly Process[]): Promise<void> {
  await Promise.all(running.map(({ server }) => server.ready()))
}

/** Another process sends a killed one's messages again, without waiting for the lease. */
async function settled(scene: Scene): Promise<void> {
  await scene.drained(60_000, { exceptClaimed: true })
  // Emails that are being sent now are recorded.
  await delay(1_000)
  await endLeases(scene, 60_000)
  await scene.drained(60_000)
}

type Seen = {
  readonly day: string
  readonly isDue: boolean
  readonly kills: number
  readonly mails: readonly Delivery[]
}

function checkMorning(drill: DrillRun, { day, isDue, kills, mails }: Seen): void {
  const about = (mail: AcceptedMail) => ({ day, to: mail.to, subject: mail.subject, id: mail.outboxId })
  if (!isDue) {
    const [one] = mails
    drill.check('no digest comes on a weekend, nor after noon', one === undefined, one && about(one.mail))
    return
  }
  for (const address of staff) {
    const own = mails.filter(({ mail }) => mail.to === address)
    const messageIds = new Set(own.map(({ mail }) => mail.headers['Message-ID']))
    drill.check('everybody who wants it gets the digest', own.length > 0, { day, address })
    drill.check('it is sent twice at most, and only after a kill', own.length <= (kills > 0 ? 2 : 1), {
      day,
      own: own.length,
    })
    drill.check('it always has the same Message-ID', messageIds.size === 1 && !messageIds.has(undefined), [
      ...messageIds,
    ])
  }
  const strangers = mails.filter(({ mail }) => !staff.includes(mail.to))
  drill.check(
    'nobody else gets one',
    strangers.length === 0,
    strangers.map(({ mail }) => about(mail)),
  )
  const earliest = newYorkInstant(day, digestHour * 60)
  const latest = newYorkInstant(day, 12 * 60)
  // The clock is set in whole seconds.
  const wrong = mails.filter(({ at }) => at.getTime() < earliest.getTime() - 1_000 || at >= latest)
  drill.check(
    'it comes from 7:00 until noon of its day',
    wrong.length === 0,
    wrong[0] && [wrong[0].at, newYorkDay(wrong[0].at)],
  )
}

export const nudgeDrills: readonly Drill[] = [
  { id: 'NUDGES', title: 'digests around 7:00, with kills', engine: 'postgresql', run: morningDigests },
]
