import { v7 as newId } from 'uuid'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import type { CalendarVisit } from '#server/visits/calendar.ts'
import { addDays, newYorkDay, newYorkMinutes } from '#shared/calendar-days.ts'
import { isAllowed } from '#shared/permissions.ts'

/** Tells the visitor in the evening before. */
export const visitReminder = 'visit.reminder'

/** When it is queued and sent, in minutes since midnight. After an outage until the end, nobody is reminded that late. */
export const reminderEvening = { begins: 18 * 60, ends: 21 * 60 } as const

const visitMailKinds = ['visit.visitor', 'visit.assignee', visitReminder] as const
export type VisitMailKind = (typeof visitMailKinds)[number]

export function isVisitMailKind(kind: string): kind is VisitMailKind {
  return visitMailKinds.some((known) => known === kind)
}

export type VisitNews = {
  readonly visitId: string
  /** Null where the data of the request is erased. */
  readonly estimateId: string | null
  readonly tellsVisitor: boolean
  /** The addresses of who makes the visit, and of who made it before. */
  readonly staff: readonly string[]
  /** The recipients who lose the visit; null is the visitor. Those who never heard of it are not told. */
  readonly losers: readonly (string | null)[]
  readonly now: Date
}

/** Queues the emails about a change of a visit. What each says is decided when it is sent. Wake the outbox after the commit. */
export async function queueVisitMails(
  { outboxMessage }: Pick<Transaction, 'outboxMessage'>,
  { visitId, estimateId, tellsVisitor, staff, losers, now }: VisitNews,
): Promise<void> {
  const recipients = [
    ...(tellsVisitor ? [{ kind: 'visit.visitor' as const, address: null }] : []),
    ...[...new Set(staff)].map((address) => ({ kind: 'visit.assignee' as const, address })),
  ]
  // A later change has a greater id, also within a millisecond, and where the clock of another process is behind.
  const last = await outboxMessage.findFirst({
    where: { visitId, kind: { not: visitReminder } },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  const msecs = Math.max(now.getTime(), last ? timeOfId(last.id) + 1 : 0)
  const message = { visitId, estimateId, createdAt: now, nextAttemptAt: now }
  for (const recipient of recipients) {
    const { address } = recipient
    if (losers.includes(address)) {
      // One that was tried may have arrived although its answer was lost.
      await outboxMessage.deleteMany({ where: { visitId, ...recipient, state: 'pending', attempts: 0 } })
      if ((await outboxMessage.count({ where: { visitId, address } })) === 0) continue
    }
    await outboxMessage.create({ data: { ...message, ...recipient, id: newId({ msecs }) } })
  }
}

/** Reads the milliseconds since 1970 in an id of version 7. */
function timeOfId(id: string): number {
  return Number.parseInt(id.replace('-', '').slice(0, 12), 16)
}

const visitSelect = {
  id: true,
  startsAt: true,
  endsAt: true,
  place: true,
  sequence: true,
  doneAt: true,
  calledOffAt: true,
  assignee: { select: { email: true, name: true } },
  estimate: { select: { erasedAt: true, quarantinedAt: true } },
} as const

/** News of a change. `handed over`: a colleague makes it now. */
export type ChangedVisit = {
  readonly kind: Exclude<VisitMailKind, typeof visitReminder>
  readonly news: 'planned' | 'changed' | 'called off' | 'handed over'
}

export type PreparedVisit = (ChangedVisit | { readonly kind: typeof visitReminder; readonly news: 'tomorrow' }) & {
  /** Its `calledOffAt` is set in each cancellation. */
  readonly visit: CalendarVisit
  readonly assigneeName: string | null
}

type QueuedVisitMail = {
  readonly id: string
  readonly kind: VisitMailKind
  readonly createdAt: Date
  readonly address: string | null
  readonly visitId: string | null
}

/**
 * Reads what an email about a visit says when it is sent. It has the visit's last sequence, so that calendars ignore what
 * arrives out of order.
 *
 * @returns undefined if there is nothing to say any more: the visit is over, a later email says it, or it is too late for a
 *   reminder
 */
export async function prepareVisitMail(
  read: Pick<ReadClient, 'visit' | 'user' | 'outboxMessage'>,
  message: QueuedVisitMail,
  now: Date,
): Promise<{ visit: PreparedVisit; recipient?: string } | undefined> {
  const { kind, createdAt, address, visitId } = message
  const row = await read.visit.findUnique({ where: { id: visitId ?? '' }, select: visitSelect })
  if (!row || row.doneAt || row.endsAt <= now) return undefined
  if (kind === 'visit.assignee') {
    const visit = await prepareNews(read, { ...message, kind }, row, now)
    return visit && address !== null && (await isStaff(read, address)) ? { visit, recipient: address } : undefined
  }
  if (row.estimate.erasedAt || row.estimate.quarantinedAt) return undefined
  const visit =
    kind === visitReminder ? toReminder(row, createdAt, now) : await prepareNews(read, { ...message, kind }, row, now)
  return visit && { visit }
}

type VisitRow = PreparedVisit['visit'] & {
  readonly assignee: { readonly email: string; readonly name: string | null } | null
}

function toReminder(row: VisitRow, queuedAt: Date, now: Date): PreparedVisit | undefined {
  const today = newYorkDay(now)
  const isTomorrows = newYorkDay(queuedAt) === today && newYorkDay(row.startsAt) === addDays(today, 1)
  if (!isTomorrows || newYorkMinutes(now) >= reminderEvening.ends || row.calledOffAt) return undefined
  return { kind: visitReminder, news: 'tomorrow', visit: row, assigneeName: row.assignee?.name ?? null }
}

async function prepareNews(
  { outboxMessage }: Pick<ReadClient, 'outboxMessage'>,
  { id, kind, address, visitId }: QueuedVisitMail & Pick<ChangedVisit, 'kind'>,
  row: VisitRow,
  now: Date,
): Promise<PreparedVisit | undefined> {
  const others = { visitId, kind, address }
  if ((await outboxMessage.count({ where: { ...others, id: { gt: id } } })) > 0) return undefined
  const { assignee, calledOffAt } = row
  const isTheirs = kind === 'visit.visitor' || assignee?.email === address
  const wasTold = (await outboxMessage.count({ where: { ...others, id: { not: id }, state: 'sent' } })) > 0
  return {
    kind,
    news: toNews({ isCalledOff: calledOffAt !== null, isTheirs, wasTold }),
    visit: { ...row, calledOffAt: calledOffAt ?? (isTheirs ? null : now) },
    assigneeName: assignee?.name ?? null,
  }
}

function toNews(told: { isCalledOff: boolean; isTheirs: boolean; wasTold: boolean }): ChangedVisit['news'] {
  if (told.isCalledOff) return 'called off'
  if (!told.isTheirs) return 'handed over'
  return told.wasTold ? 'changed' : 'planned'
}

async function isStaff({ user }: Pick<ReadClient, 'user'>, email: string): Promise<boolean> {
  const account = await user.findFirst({ where: { email, confirmedAt: { not: null } }, select: { role: true } })
  return account !== null && isAllowed(account.role, 'workEstimates')
}
