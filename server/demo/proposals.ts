import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import { type EstimateChange, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { addBusinessDays } from '#shared/business-days.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { proposalValidDays } from '#shared/estimates/written-proposals.ts'
import { SeededRandom } from './random.ts'
import { proposalChanges, proposalLines } from './sample-notes.ts'
import type { DemoWork } from './work.ts'

type ProposalRow = Parameters<Transaction['proposal']['create']>[0]['data']

export type WrittenWork = DemoWork & { readonly dueAt?: null; readonly withdrawnAt?: Date }

/** What became of the last proposals. */
const recentStates = ['sent', 'opened', 'accepted', 'changes', 'declined', 'withdrawn', 'replaced'] as const

type State = (typeof recentStates)[number]

/** Makes written proposals of some that were logged, one in each state, a draft, and a request that its customer withdrew. */
export function demoProposals(
  work: readonly DemoWork[],
  requests: readonly { readonly id: string; readonly name: string }[],
  now: Date,
  random = new SeededRandom(2026),
): { readonly work: WrittenWork[]; readonly proposals: ProposalRow[] } {
  const generator = new ProposalGenerator(random, new Map(requests.map(({ id, name }) => [id, name])), now)
  const changed = new Map<string, WrittenWork>()
  const open = work.filter(
    ({ outcome, email, status, version }) => outcome === 'open' && email && status !== 'completed' && version > 1,
  )
  const sentFirst = open
    .filter(({ proposalSentAt }) => proposalSentAt !== null)
    .toSorted((one, other) => Number(other.proposalSentAt) - Number(one.proposalSentAt))
  for (const [place, state] of recentStates.entries()) {
    const one = sentFirst[place]
    if (one) changed.set(one.id, generator.write(one, state))
  }
  const lastDay = now.getTime() - (proposalValidDays + 1) * dayMs
  const expired = sentFirst.find(({ proposalSentAt }) => Number(proposalSentAt) < lastDay)
  if (expired) changed.set(expired.id, generator.write(expired, 'sent'))
  const [drafted, withdrawn] = open.filter(({ proposalSentAt, proposalDueOn }) => !proposalSentAt && proposalDueOn)
  if (drafted) generator.draft(drafted.id)
  if (withdrawn) changed.set(withdrawn.id, generator.withdrawRequest(withdrawn))
  return { work: work.map((one) => changed.get(one.id) ?? one), proposals: generator.proposals }
}

class ProposalGenerator {
  readonly proposals: ProposalRow[] = []
  readonly #random: SeededRandom
  readonly #names: ReadonlyMap<string, string>
  readonly #now: Date

  constructor(random: SeededRandom, names: ReadonlyMap<string, string>, now: Date) {
    this.#random = random
    this.#names = names
    this.#now = now
  }

  draft(estimateId: string): void {
    this.proposals.push(this.#proposalRow(estimateId, 1, 4_850_000, this.#now, {}))
  }

  withdrawRequest(one: DemoWork): WrittenWork {
    const withdrew = this.#addEvent(one, { kind: 'visitor_withdrew' })
    return { ...withdrew, dueAt: null, proposalDueOn: null, withdrawnAt: this.#lastAt(withdrew) }
  }

  write(logged: DemoWork, state: State): DemoWork {
    const { id, proposalSentAt: sentAt, proposalCents: cents } = logged
    if (!sentAt || cents === null) return logged
    const row = this.#proposalRow(id, 1, cents, sentAt, { sentAt })
    const events = logged.events.map((event) => {
      if (event.kind !== 'proposal') return event
      const { version } = JSON.parse(event.details)
      return { ...event, kind: 'proposal_sent', details: JSON.stringify({ number: 1, cents, version }) }
    })
    if (state === 'sent') {
      this.proposals.push(row)
      return { ...logged, events }
    }
    const one = this.#addEvent({ ...logged, events }, { kind: 'proposal_opened', number: 1 })
    return this.#goOn(one, { ...row, openedAt: this.#lastAt(one) }, cents, state)
  }

  /** What comes after the customer has opened it. */
  #goOn(one: DemoWork, opened: ProposalRow, firstCents: number, state: Exclude<State, 'sent'>): DemoWork {
    if (state === 'opened') {
      this.proposals.push(opened)
      return { ...one, followUpOn: addBusinessDays(newYorkDay(this.#lastAt(one)), 3) }
    }
    if (state === 'withdrawn') {
      const withdrawn = this.#addEvent(one, { kind: 'proposal_withdrawn', number: 1 })
      this.proposals.push({ ...opened, withdrawnAt: this.#lastAt(withdrawn) })
      return { ...withdrawn, proposalCents: null }
    }
    if (state === 'replaced') {
      const cents = firstCents - 150_000
      const replaced = this.#addEvent(one, { kind: 'proposal_sent', number: 2, cents })
      const sentAt = this.#lastAt(replaced)
      this.proposals.push(opened, this.#proposalRow(one.id, 2, cents, sentAt, { sentAt }))
      return { ...replaced, proposalCents: cents }
    }
    const text = { accepted: this.#names.get(one.id) ?? '', changes: proposalChanges, declined: 'price' }[state]
    const answered = this.#addEvent(one, { kind: 'proposal_answered', number: 1, answer: state, text })
    const answeredAt = this.#lastAt(answered)
    this.proposals.push({ ...opened, answer: state, answerText: text, answeredAt, remind: false })
    return { ...answered, followUpOn: newYorkDay(answeredAt) }
  }

  /** Halfway between what happened last and now. */
  #addEvent(one: DemoWork, change: EstimateChange): DemoWork {
    const at = new Date((this.#lastAt(one).getTime() + this.#now.getTime()) / 2)
    const version = one.version + 1
    const isOwn = change.kind === 'proposal_sent' || change.kind === 'proposal_withdrawn'
    const [first] = one.events
    const actor =
      isOwn && first?.actorId && first.actorEmail
        ? { id: first.actorId, email: first.actorEmail, name: first.actorName }
        : null
    const event = newEvent({ estimateId: one.id, actor, at, version, change })
    const id = newId({ msecs: at.getTime(), random: this.#random.bytes(16) })
    return { ...one, version, events: [...one.events, { ...event, id }] }
  }

  #lastAt({ events }: DemoWork): Date {
    return new Date(Math.max(this.#now.getTime() - 60 * dayMs, ...events.map(({ at }) => at.getTime())))
  }

  #proposalRow(
    estimateId: string,
    number: number,
    cents: number,
    at: Date,
    columns: Partial<ProposalRow>,
  ): ProposalRow {
    const [texts, last] = [proposalLines.slice(0, -1), proposalLines.at(-1) ?? '']
    const each = 100 * Math.floor(cents / 400)
    const lines = [...texts.map((text) => ({ text, cents: each })), { text: last, cents: cents - texts.length * each }]
    return {
      id: newId({ msecs: at.getTime() - hourMs, random: this.#random.bytes(16) }),
      estimateId,
      number,
      lines: JSON.stringify(lines),
      note: 'Permits and the removal of debris are included. Appliances are not.',
      starts: 'Three weeks after the contract',
      duration: 'About four weeks',
      validUntil: addDays(newYorkDay(at), proposalValidDays),
      remind: true,
      ...columns,
    }
  }
}
