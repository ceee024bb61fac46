import { v7 as newId } from 'uuid'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { lastProposal, proposalTotal } from '#shared/estimates/written-proposals.ts'
import { isAllowed } from '#shared/permissions.ts'

/** `visitor.changed` tells the staff. */
const visitorMailKinds = ['proposal.sent', 'proposal.reminder', 'proposal.answered', 'visitor.changed'] as const
export type VisitorMailKind = (typeof visitorMailKinds)[number]

export function isVisitorMailKind(kind: string): kind is VisitorMailKind {
  return visitorMailKinds.some((known) => known === kind)
}

/**
 * Queues emails about what a visitor did. Wake the outbox after the commit.
 *
 * @param now of the event that they tell of
 */
export async function queueVisitorMails(
  { outboxMessage }: Transaction,
  kinds: readonly ('proposal.reminder' | 'proposal.answered' | 'visitor.changed')[],
  { estimateId, now }: { readonly estimateId: string; readonly now: Date },
): Promise<void> {
  const message = { estimateId, createdAt: now, nextAttemptAt: now }
  await outboxMessage.createMany({
    data: kinds.map((kind) => ({ ...message, id: newId({ msecs: now.getTime() }), kind })),
  })
}

export type EmailedProposal = {
  readonly cents: number
  readonly validUntil: string
  readonly sentAt: Date
  readonly answer: string | null
  readonly answerText: string | null
}

const visitorEvents = [
  'proposal_answered',
  'visitor_added',
  'visitor_photos',
  'visitor_phone',
  'visitor_withdrew',
  'visitor_returned',
] as const
export type VisitorEvent = Extract<TimelineEvent, { readonly kind: (typeof visitorEvents)[number] }>

export type PreparedVisitorMail =
  | { readonly kind: Exclude<VisitorMailKind, 'visitor.changed'>; readonly proposal: EmailedProposal }
  | { readonly kind: 'visitor.changed'; readonly change: VisitorEvent }

type QueuedMail = {
  readonly id: string
  readonly createdAt: Date
  /** The one of several staff inboxes that this copy goes to. */
  readonly address: string | null
  readonly estimate: { readonly id: string } | null
}

/**
 * Reads what an email says when it is sent.
 *
 * @returns undefined if there is nothing to say any more: the request was erased, or its proposal withdrawn or replaced; or
 *   nobody to say it to, without an email address
 */
export async function prepareVisitorMail(
  read: Pick<ReadClient, 'projectEstimate' | 'proposal' | 'estimateEvent'>,
  { kind, estimate: of, ...message }: QueuedMail & { readonly kind: VisitorMailKind },
  now: Date,
): Promise<{ visitorMail: PreparedVisitorMail; recipient?: string } | undefined> {
  const estimate = await read.projectEstimate.findFirst({
    where: { id: of?.id ?? '', erasedAt: null },
    select: { id: true, email: true, assignee: { select: { email: true, role: true, confirmedAt: true } } },
  })
  if (!estimate) return undefined
  const { id: estimateId, email, assignee } = estimate
  if (kind === 'visitor.changed') {
    const change = await findLastChange(read, estimateId, message.createdAt)
    const isStaff = assignee?.confirmedAt && isAllowed(assignee.role, 'workEstimates')
    const toAssignee = isStaff && message.address === null ? { recipient: assignee.email } : {}
    return change && { visitorMail: { kind, change }, ...toAssignee }
  }
  // The staff have passed the link on.
  if (email === '' && kind !== 'proposal.sent') return undefined
  const proposal = await findMailedProposal(read, { ...message, estimateId })
  if (!proposal || (kind === 'proposal.answered' && !proposal.answer)) return undefined
  if (kind === 'proposal.reminder' && !(await awaitsReminder(read, { ...proposal, estimateId }, now))) return undefined
  return { visitorMail: { kind, proposal } }
}

async function findLastChange(
  { estimateEvent }: Pick<ReadClient, 'estimateEvent'>,
  estimateId: string,
  latest: Date,
): Promise<VisitorEvent | undefined> {
  const event = await estimateEvent.findFirst({
    where: { estimateId, kind: { in: [...visitorEvents] }, at: { lte: latest } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { id: true, at: true, kind: true, details: true },
  })
  if (!event) return undefined
  const { id, at, kind, details } = event
  // The kind says what the details are.
  return { id, at: at.toISOString(), by: null, kind, ...JSON.parse(details) } as VisitorEvent
}

/**
 * Finds the proposal that an email is about. The first email has its id, and the others are about the one that counted when
 * they were queued.
 *
 * @returns undefined if it was withdrawn or replaced
 */
export async function findMailedProposal(
  { proposal }: Pick<ReadClient, 'proposal'>,
  { id, estimateId, createdAt }: { readonly id: string; readonly estimateId: string; readonly createdAt: Date },
) {
  const rows = await proposal.findMany({
    where: { estimateId, sentAt: { not: null } },
    orderBy: { number: 'asc' },
    select: {
      ...{ id: true, number: true, lines: true, validUntil: true, sentAt: true, withdrawnAt: true },
      ...{ answer: true, answerText: true },
    },
  })
  const counts = (at: Date) => rows.findLast(({ sentAt, withdrawnAt }) => isBy(sentAt, at) && !isBy(withdrawnAt, at))
  const current = lastProposal(rows)
  const meant = rows.find((row) => row.id === id) ?? counts(createdAt) ?? current
  if (!current?.sentAt || meant !== current) return undefined
  const { lines, sentAt, ...columns } = current
  return { ...columns, sentAt, cents: proposalTotal(JSON.parse(lines)) }
}

function isBy(at: Date | null, latest: Date): boolean {
  return at !== null && at <= latest
}

/** Whether a proposal can still be answered, and neither side has said anything since it was sent. */
export async function awaitsReminder(
  read: Pick<ReadClient, 'projectEstimate' | 'estimateEvent'>,
  proposal: Pick<EmailedProposal, 'answer' | 'validUntil' | 'sentAt'> & { readonly estimateId: string },
  now: Date,
): Promise<boolean> {
  const { estimateId, answer, validUntil, sentAt } = proposal
  if (answer !== null || newYorkDay(now) > validUntil) return false
  const where = { id: estimateId, outcome: 'open', withdrawnAt: null, erasedAt: null, quarantinedAt: null }
  if ((await read.projectEstimate.count({ where })) === 0) return false
  const events = await read.estimateEvent.findMany({
    where: { estimateId, kind: { in: ['contact', 'withdrawn'] }, at: { gt: sentAt } },
    select: { id: true, kind: true, details: true },
  })
  const withdrawn = new Set(events.map(({ kind, details }) => kind === 'withdrawn' && JSON.parse(details).contactId))
  return !events.some(({ kind, id }) => kind === 'contact' && !withdrawn.has(id))
}
