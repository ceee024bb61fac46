import { v7 as newId } from 'uuid'
import { stillActive } from '#server/accounts/sessions/sessions.ts'
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

/** Kinds of nudges that go to signed-in devices only, because an email says the same to the staff inbox or the assignee. */
export type PushKind = 'push.new' | 'push.answered'

export type Nudge = {
  readonly kind: NudgeKind | PushKind
  readonly userId: string
  /**
   * An estimate's id, of an assignment {@link assignmentSubject}, of a proposal with its day, of its answer with the time, or
   * the day of a digest.
   */
  readonly subject: string
  /** The same email tells of the assignments with these subjects. */
  readonly moreSubjects?: readonly string[]
}

/** An estimate may be assigned to the same person again, which is news again. */
export function assignmentSubject(estimateId: string, version: number): string {
  return `${estimateId}:${version}`
}

/** Visitors may answer again, which is news again. */
export function answerSubject(estimateId: string, answeredAt: Date): string {
  return `${estimateId}:${answeredAt.toISOString()}`
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

type Tables = Pick<Transaction, 'nudge' | 'outboxMessage' | 'pushSubscription' | 'pushMessage'>

/**
 * Queues an email, and pushes to the person's devices, for each nudge that was never queued before, in this or another process. Wake the outbox after the
 * commit.
 *
 * @returns how many were queued
 */
export async function storeNudges(
  tables: Tables,
  statements: Pick<Statements, 'lock'>,
  wanted: readonly Nudge[],
  now: Date,
): Promise<number> {
  // Without the lock, the slower one of two processes would break the unique key and repeat its whole pass.
  await statements.lock(['nudges'])
  const stored = await tables.nudge.findMany({
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
  await addNudges(tables, missing, { now, sendAt: now })
  return missing.length
}

/** Breaks the unique key if one was queued before. */
export async function addNudges(
  tables: Tables,
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
  await tables.nudge.createMany({ data: rows })
  // Without the estimate's id, they are in no timeline and are deleted like emails about accounts.
  const emails = rows.filter(({ kind }) => isNudgeKind(kind))
  await tables.outboxMessage.createMany({
    data: emails.map(({ id, kind }) => ({ id, kind, createdAt, nextAttemptAt })),
  })
  const pushed = rows.filter(({ kind }) => kind !== 'nudge.digest')
  const devices = await tables.pushSubscription.findMany({
    where: { session: { ...stillActive(createdAt), userId: { in: unique(pushed.map(({ userId }) => userId)) } } },
    select: { id: true, session: { select: { userId: true } } },
  })
  await tables.pushMessage.createMany({
    data: pushed.flatMap(({ id: nudgeId, userId }) =>
      devices
        .filter(({ session }) => session.userId === userId)
        .map(({ id: subscriptionId }) => ({ id: newId(), nudgeId, subscriptionId, createdAt, nextAttemptAt })),
    ),
  })
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
