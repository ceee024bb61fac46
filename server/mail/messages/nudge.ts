import { v7 as newId } from 'uuid'
import type { Statements, Transaction } from '#server/database/database.ts'

/** Kinds of outbox messages, and of rows of `nudges`. */
const nudgeKinds = [
  'nudge.new',
  'nudge.assigned',
  /** It precedes the deadline of an unanswered estimate. */
  'nudge.due-soon',
  'nudge.overdue',
  /** A proposal is due on the next business day, or today, or was not sent in time. */
  'nudge.proposal-next',
  'nudge.proposal-today',
  'nudge.proposal-overdue',
  'nudge.digest',
] as const
export type NudgeKind = (typeof nudgeKinds)[number]
export type EstimateNudgeKind = Exclude<NudgeKind, 'nudge.digest'>

export function isNudgeKind(kind: string): kind is NudgeKind {
  return nudgeKinds.some((known) => known === kind)
}

export type Nudge = {
  readonly kind: NudgeKind
  readonly userId: string
  /** An estimate's id, of an assignment {@link assignmentSubject}, of a proposal with its day, or the day of a digest. */
  readonly subject: string
  /** The subjects of the other assignments in the same email. */
  readonly moreSubjects?: readonly string[]
}

/** An estimate may be assigned to the same person again, which is news again. */
export function assignmentSubject(estimateId: string, version: number): string {
  return `${estimateId}:${version}`
}

function getEstimateId(subject: string): string {
  return subject.split(':')[0] ?? subject
}

/** The estimates of a stored nudge that is not a digest. */
export function getEstimateIds({
  subject,
  moreSubjects,
}: {
  readonly subject: string
  readonly moreSubjects: string | null
}): string[] {
  const more: string[] = JSON.parse(moreSubjects ?? '[]')
  return [subject, ...more].map(getEstimateId)
}

/**
 * Queues an email for each nudge that was never queued before, in this or another process. Wake the outbox after the
 * commit.
 *
 * @returns how many were queued
 */
export async function storeNudges(
  { nudge, outboxMessage }: Pick<Transaction, 'nudge' | 'outboxMessage'>,
  statements: Pick<Statements, 'lock'>,
  wanted: readonly Nudge[],
  now: Date,
): Promise<number> {
  // Without the lock, the slower one of two processes would break the unique key and repeat its whole pass.
  await statements.lock(['nudges'])
  const stored = await nudge.findMany({
    where: {
      userId: { in: unique(wanted.map(({ userId }) => userId)) },
      kind: { in: unique(wanted.map(({ kind }) => kind)) },
      subject: { in: unique(wanted.map(({ subject }) => subject)) },
    },
    select: { kind: true, userId: true, subject: true },
  })
  const known = new Set(stored.map(toKey))
  const missing = wanted.filter((one) => !known.has(toKey(one)))
  if (missing.length === 0) return 0
  await addNudges({ nudge, outboxMessage }, missing, { now, sendAt: now })
  return missing.length
}

/** Breaks the unique key if one was queued before. */
export async function addNudges(
  { nudge, outboxMessage }: Pick<Transaction, 'nudge' | 'outboxMessage'>,
  nudges: readonly Nudge[],
  { now: createdAt, sendAt: nextAttemptAt }: { readonly now: Date; readonly sendAt: Date },
): Promise<void> {
  const rows = nudges.map(({ kind, userId, subject, moreSubjects }) => ({
    id: newId({ msecs: createdAt.getTime() }),
    kind,
    userId,
    subject,
    moreSubjects: moreSubjects ? JSON.stringify(moreSubjects) : null,
    createdAt,
  }))
  await nudge.createMany({ data: rows })
  // Without the estimate's id, they are in no timeline and are deleted like emails about accounts.
  await outboxMessage.createMany({ data: rows.map(({ id, kind }) => ({ id, kind, createdAt, nextAttemptAt })) })
}

const toKey = ({
  kind,
  userId,
  subject,
}: {
  readonly kind: string
  readonly userId: string
  readonly subject: string
}) => `${kind} ${userId} ${subject}`

const unique = (values: readonly string[]) => [...new Set(values)]
