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

/** Makes written proposals of some that were logged, one in each state, a draft, and a request that its customer withdrew. */
export function demoProposals(
  work: readonly DemoWork[],
  requests: readonly { readonly id: string; readonly name: string }[],
  now: Date,
  random = new SeededRandom(2026),
): { readonly work: WrittenWork[]; readonly proposals: ProposalRow[] } {
  const proposals: ProposalRow[] = []
  const changed = new Map<string, WrittenWork>()
  const open = work.filter(
    ({ outcome, email, status, version }) => outcome === 'open' && email && status !== 'completed' && version > 1,
  )
  const sentFirst = open
    .filter(({ proposalSentAt }) => proposalSentAt !== null)
    .toSorted((one, other) => Number(other.proposalSentAt) - Number(one.proposalSentAt))
  for (const [place, state] of recentStates.entries()) {
    const one = sentFirst[place]
    if (one) changed.set(one.id, write(one, state))
  }
  const lastDay = now.getTime() - (proposalValidDays + 1) * dayMs
  const expired = sentFirst.find(({ proposalSentAt }) => Number(proposalSentAt) < lastDay)
  if (expired) changed.set(expired.id, write(expired, 'sent'))
  const [drafted, withdrawn] = open.filter(({ proposalSentAt, proposalDueOn }) => !proposalSentAt && proposalDueOn)
  if (drafted) proposals.push(proposalRow(drafted.id, 1, 4_850_000, now, {}))
  if (withdrawn) {
    const withdrew = added(withdrawn, { kind: 'visitor_withdrew' })
    changed.set(withdrawn.id, { ...withdrew, dueAt: null, proposalDueOn: null, withdrawnAt: lastAt(withdrew) })
  }
  return { work: work.map((one) => changed.get(one.id) ?? one), proposals }

  function write(logged: DemoWork, state: (typeof recentStates)[number]): DemoWork {
    const { id, proposalSentAt: sentAt, proposalCents } = logged
    if (!sentAt || proposalCents === null) return logged
    const row = proposalRow(id, 1, proposalCents, sentAt, { sentAt })
    const sent = { number: 1, cents: proposalCents }
    let one: DemoWork = {
      ...logged,
      events: logged.events.map((event) =>
        event.kind === 'proposal'
          ? {
              ...event,
              kind: 'proposal_sent',
              details: JSON.stringify({ ...sent, version: JSON.parse(event.details).version }),
            }
          : event,
      ),
    }
    if (state === 'sent') {
      proposals.push(row)
      return one
    }
    one = added(one, { kind: 'proposal_opened', number: 1 })
    const opened = { ...row, openedAt: lastAt(one) }
    if (state === 'opened') {
      proposals.push(opened)
      return { ...one, followUpOn: addBusinessDays(newYorkDay(lastAt(one)), 3) }
    }
    if (state === 'withdrawn') {
      one = added(one, { kind: 'proposal_withdrawn', number: 1 })
      proposals.push({ ...opened, withdrawnAt: lastAt(one) })
      return { ...one, proposalCents: null }
    }
    if (state === 'replaced') {
      const cents = proposalCents - 150_000
      one = added(one, { kind: 'proposal_sent', number: 2, cents })
      proposals.push(opened, proposalRow(id, 2, cents, lastAt(one), { sentAt: lastAt(one) }))
      return { ...one, proposalCents: cents }
    }
    const texts = {
      accepted: requests.find((request) => request.id === id)?.name ?? '',
      changes: proposalChanges,
      declined: 'price',
    }
    const text = texts[state]
    one = added(one, { kind: 'proposal_answered', number: 1, answer: state, text })
    proposals.push({ ...opened, answer: state, answerText: text, answeredAt: lastAt(one), remind: false })
    return { ...one, followUpOn: newYorkDay(lastAt(one)) }
  }

  /** Halfway between what happened last and now. */
  function added(one: DemoWork, change: EstimateChange): DemoWork {
    const at = new Date((lastAt(one).getTime() + now.getTime()) / 2)
    const version = one.version + 1
    const isOwn = change.kind === 'proposal_sent' || change.kind === 'proposal_withdrawn'
    const [first] = one.events
    const actor =
      isOwn && first?.actorId && first.actorEmail
        ? { id: first.actorId, email: first.actorEmail, name: first.actorName }
        : null
    const event = newEvent({ estimateId: one.id, actor, at, version, change })
    const id = newId({ msecs: at.getTime(), random: random.bytes(16) })
    return { ...one, version, events: [...one.events, { ...event, id }] }
  }

  function lastAt({ events }: DemoWork): Date {
    return new Date(Math.max(now.getTime() - 60 * dayMs, ...events.map(({ at }) => at.getTime())))
  }

  function proposalRow(
    estimateId: string,
    number: number,
    cents: number,
    at: Date,
    columns: Partial<ProposalRow>,
  ): ProposalRow {
    const id = newId({ msecs: at.getTime() - hourMs, random: random.bytes(16) })
    const [texts, last] = [proposalLines.slice(0, -1), proposalLines.at(-1) ?? '']
    const each = 100 * Math.floor(cents / 400)
    const lines = [...texts.map((text) => ({ text, cents: each })), { text: last, cents: cents - texts.length * each }]
    const note = 'Permits and the removal of debris are included. Appliances are not.'
    return {
      ...{ id, estimateId, number, lines: JSON.stringify(lines), note, starts: 'Three weeks after the contract' },
      ...{
        duration: 'About four weeks',
        validUntil: addDays(newYorkDay(at), proposalValidDays),
        remind: true,
        ...columns,
      },
    }
  }
}
