import { v7 as newId } from 'uuid'
import type { NewEstimate, NewEvent } from '#server/database/database.ts'
import { type Actor, type EstimateChange, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { displayName } from '#shared/account.ts'
import { businessDayFrom } from '#shared/business-days.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { getWorth } from '#shared/estimates/budget-worth.ts'
import type { EstimateSource } from '#shared/estimates/estimate-source.ts'
import { contactChannels, type EstimateOutcome } from '#shared/estimates/estimate-work.ts'
import { proposalDueOn } from '#shared/estimates/proposal-clock.ts'
import { proposalChannels } from '#shared/estimates/proposals.ts'
import { untouchedDays } from './estimates.ts'
import { SeededRandom } from './random.ts'
import { contactNotes, lostReasons, notes, skipReasons } from './sample-notes.ts'

/** In UTC; 8 or 9 in New York. */
const morningHour = 13

const spamDays = 60

/** Older proposals were sent, or are not needed. */
const recentDays = 8

export type Staff = readonly [Actor, ...Actor[]]

/** Half of the requests that came by phone gave no email address. */
const phoneEvery = 12
/** A caller saw no page, and is asked. */
const byPhone = {
  leadSource: 'a neighbor',
  utmMedium: null,
  utmCampaign: null,
  referrerHost: null,
  landingPath: null,
}

export type DemoWork = {
  readonly id: string
  readonly source: EstimateSource
  readonly status: string
  readonly email: string
  readonly emailKey: string
  readonly version: number
  readonly firstContactAt: Date | null
  readonly outcome: EstimateOutcome
  readonly outcomeReason: string | null
  readonly assigneeId: string | null
  readonly followUpOn: string | null
  readonly proposalPromisedOn: string | null
  readonly proposalDueOn: string | null
  readonly proposalSentAt: Date | null
  readonly proposalCents: number | null
  readonly spamAt: Date | null
  readonly events: readonly NewEvent[]
}

export function demoWork(
  requests: readonly NewEstimate[],
  staff: Staff,
  now: Date,
  random = new SeededRandom(1898),
): DemoWork[] {
  return requests.map((request, index) => {
    const isPhone = index % phoneEvery === 5 && request.phone !== null && request.quarantinedAt === null
    const generator = new WorkGenerator(random, request, random.pick(staff), now)
    if (!isPhone) return generator.run()
    const hasEmail = index % (2 * phoneEvery) === 5
    return { ...generator.runFromCall(), ...byPhone, ...(hasEmail ? {} : { email: '', emailKey: '' }) }
  })
}

class WorkGenerator {
  readonly #random: SeededRandom
  readonly #request: NewEstimate
  readonly #worker: Actor
  readonly #now: number
  readonly #events: NewEvent[] = []
  #at: number
  #version = 1
  #firstContactAt: Date | null = null
  #outcome: EstimateOutcome = 'open'
  #outcomeReason: string | null = null
  #assigneeId: string | null = null
  #followUpOn: string | null = null
  #proposalDueOn: string | null = null
  #proposalSentAt: Date | null = null
  #proposalCents: number | null = null
  #spamAt: Date | null = null

  constructor(random: SeededRandom, request: NewEstimate, worker: Actor, now: Date) {
    this.#random = random
    this.#request = request
    this.#worker = worker
    this.#at = request.createdAt.getTime()
    this.#now = now.getTime()
  }

  run(): DemoWork {
    if (this.#request.quarantinedAt) this.#confirmSpam()
    else this.#workOn()
    return this.#result('website')
  }

  runFromCall(): DemoWork {
    this.#firstContactAt = new Date(this.#at)
    this.#add({ kind: 'contact', channel: 'call', note: this.#random.pick(contactNotes.call) })
    this.#at = Math.min(this.#now, this.#at + 5 * minuteMs)
    this.#add({ kind: 'entered', caller: null })
    this.#workOn()
    return this.#result('phone')
  }

  #result(source: EstimateSource): DemoWork {
    const { id, status, email, emailKey } = this.#request
    return {
      id,
      source,
      // Its call was the first contact.
      status: source === 'phone' && status === 'new' ? 'in_progress' : status,
      email,
      emailKey: emailKey ?? '',
      version: this.#version,
      firstContactAt: this.#firstContactAt,
      outcome: this.#outcome,
      outcomeReason: this.#outcomeReason,
      assigneeId: this.#assigneeId,
      followUpOn: this.#followUpOn,
      proposalPromisedOn: this.#firstContactAt && proposalDueOn(this.#firstContactAt),
      proposalDueOn: this.#proposalDueOn,
      proposalSentAt: this.#proposalSentAt,
      proposalCents: this.#proposalCents,
      spamAt: this.#spamAt,
      events: this.#events,
    }
  }

  #confirmSpam(): void {
    if (this.#now - this.#at < spamDays * dayMs) return
    this.#advance(minuteMs, dayMs)
    this.#spamAt = new Date(this.#at)
    this.#change({ kind: 'spam' })
  }

  #workOn(): void {
    const random = this.#random
    const { status } = this.#request
    const isBegun = status !== 'new'
    if (this.#now - this.#at < untouchedDays * dayMs) {
      if (random.chance(0.4)) this.#takeOn()
      return
    }
    const isOld = this.#now - this.#at > dayMs
    if (!this.#firstContactAt && (isBegun || random.chance(isOld ? 0.55 : 0.2))) this.#contactFirst()
    if (isBegun) this.#work()
    else this.#propose()
    if (status === 'completed') this.#finish()
    else if (this.#assigneeId && random.chance(0.6)) this.#planFollowUp()
  }

  #contactFirst(): void {
    const random = this.#random
    const isLate = random.chance(0.15)
    if (random.chance(0.8)) {
      this.#advance(minuteMs, isLate ? 20 * hourMs : 2 * hourMs)
      this.#takeOn()
    }
    this.#advance(isLate ? dayMs : 5 * minuteMs, isLate ? 3 * dayMs : 18 * hourMs)
    this.#firstContactAt = new Date(this.#at)
    this.#contact()
  }

  #takeOn(): void {
    this.#assigneeId = this.#worker.id
    this.#change({
      kind: 'assigned',
      from: null,
      fromId: null,
      to: displayName(this.#worker),
      toId: this.#worker.id,
    })
  }

  #work(): void {
    const random = this.#random
    this.#advance(minuteMs, hourMs)
    this.#change({ kind: 'status', from: 'new', to: 'in_progress' })
    this.#propose()
    if (random.chance(0.6)) {
      this.#advance(hourMs, 2 * dayMs)
      this.#add({ kind: 'note', text: random.pick(notes) })
    }
    if (random.chance(0.5)) {
      this.#advance(dayMs, 6 * dayMs)
      this.#contact()
    }
  }

  #propose(): void {
    const random = this.#random
    const contactedAt = this.#firstContactAt
    if (!contactedAt) return
    const isFinished = this.#request.status === 'completed'
    const promisedOn = proposalDueOn(contactedAt)
    this.#proposalDueOn = promisedOn
    const isRecent = this.#now - contactedAt.getTime() < recentDays * dayMs
    if (!isFinished && isRecent && random.chance(0.6)) return
    this.#advance(hourMs, 18 * hourMs)
    if (random.chance(0.2)) {
      this.#proposalDueOn = businessDayFrom(addDays(promisedOn, random.between(2, 6)))
      const reason = random.pick(['visit', 'customer', 'subcontractor'] as const)
      this.#change({ kind: 'proposal_moved', from: promisedOn, to: this.#proposalDueOn, reason, text: null })
    }
    if (!isFinished && random.chance(0.15)) {
      this.#proposalDueOn = null
      this.#change({ kind: 'proposal_skipped', reason: random.pick(skipReasons) })
      return
    }
    this.#advance(2 * hourMs, 2.5 * dayMs)
    const { from, to } = getWorth([{ value: this.#request.budgetRange, count: 1 }])
    this.#proposalCents = 100 * 50 * Math.round(random.between(from + 2_000, to ?? 2 * from) / 50)
    this.#proposalSentAt = new Date(this.#at)
    const sent = { sentOn: newYorkDay(this.#proposalSentAt), cents: this.#proposalCents }
    this.#change({ kind: 'proposal', channel: random.pick(proposalChannels), ...sent })
  }

  #finish(): void {
    const random = this.#random
    this.#advance(3 * dayMs, 20 * dayMs)
    this.#outcome = random.chance(0.65) ? 'won' : 'lost'
    this.#outcomeReason = this.#outcome === 'lost' ? random.pick(lostReasons) : null
    this.#change({ kind: 'outcome', from: 'open', to: this.#outcome, reason: this.#outcomeReason })
    this.#advance(minuteMs, this.#outcome === 'won' ? 30 * dayMs : hourMs)
    this.#change({ kind: 'status', from: 'in_progress', to: 'completed' })
  }

  #planFollowUp(): void {
    this.#advance(minuteMs, hourMs)
    const day = Math.max(this.#at, this.#now + this.#random.between(-3, 15) * dayMs)
    this.#followUpOn = new Date(day).toISOString().slice(0, 10)
    this.#change({ kind: 'follow_up', from: null, to: this.#followUpOn })
  }

  #contact(): void {
    const channel = this.#random.pick(contactChannels)
    const note = this.#random.chance(0.5) ? this.#random.pick(contactNotes[channel]) : null
    this.#add({ kind: 'contact', channel, note })
  }

  #advance(minMs: number, maxMs: number): void {
    const then = this.#at + this.#random.between(minMs, maxMs)
    const untilMorning = Math.max(0, morningHour - new Date(then).getUTCHours()) * hourMs
    this.#at = Math.min(then + untilMorning, this.#at + Math.floor((this.#now - this.#at) / 2))
  }

  #change(change: EstimateChange): void {
    this.#version += 1
    this.#add(change, this.#version)
  }

  #add(change: EstimateChange, version?: number): void {
    const at = new Date(this.#at)
    const made = { estimateId: this.#request.id, actor: this.#worker, at, change }
    const event = newEvent(version === undefined ? made : { ...made, version })
    // `newEvent` makes a random id.
    this.#events.push({ ...event, id: newId({ msecs: this.#at, random: this.#random.bytes(16) }) })
  }
}
