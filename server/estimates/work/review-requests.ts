import { v7 as newId } from 'uuid'
import type { ProjectEstimate, ReviewRequest } from '#prisma/generated/sqlite/client.ts'
import { addMs } from '#server/clock.ts'
import type { Database, ReadClient, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addEvent, findEntryKeyUse, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { reviewMailKind, reviewRequestId } from '#server/mail/messages/review-mail.ts'
import { company } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import { completedStatus } from '#shared/estimates/estimate-status.ts'
import type { ReviewProblem, ReviewState } from '#shared/estimates/review-request.ts'
import type { WorkDeps } from './change-estimate.ts'
import { erasedEstimate, noSuchEstimate, readWorkState, type WorkState, wordsLock } from './estimate-work.ts'

export const reviewLock = 'review requests'

const pauseMs = 365 * dayMs

const refusals: Readonly<Record<ReviewProblem, string>> = {
  not_finished: 'Only the customer of a completed and won request can be asked for a review.',
  no_link: 'There is no review link yet.',
  no_email: 'This request has no email address.',
  opted_out: 'This customer asked not to be asked for reviews.',
  asked: 'This customer was asked for a review within the last year.',
}

type Keyed = { readonly serverKey: Buffer }
type ReviewDeps = WorkDeps & Keyed

/** @throws {AppError} `not_found` */
export async function readReviewState(
  { database: { read }, clock, serverKey }: Keyed & Pick<ReviewDeps, 'clock'> & { database: Pick<Database, 'read'> },
  id: string,
): Promise<ReviewState> {
  const { problem, askedAt } = await findReview(read, serverKey, id, clock.now())
  return { problem, askedAt: askedAt?.toISOString() ?? null }
}

/**
 * Queues the email that asks the customer for a review. Wake the outbox afterwards.
 *
 * @throws {AppError} `not_found`; `conflict` with the reason if the customer cannot be asked
 */
export async function askForReview(
  { database, clock, user: actor, serverKey }: ReviewDeps,
  { id, entryKey }: { readonly id: string; readonly entryKey: string },
): Promise<WorkState> {
  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    // Of two presses at once, one waits here, also on two requests of one person.
    await statements.lock([reviewLock, wordsLock(id)])
    const event = newEvent({ estimateId: id, actor, at: now, entryKey, change: { kind: 'review_asked' } })
    if ((await findEntryKeyUse(transaction, event)) === 'the same') return await readWorkState(transaction, id)
    await noteAsked(transaction, serverKey, { id, now })
    const message = { id: newId({ msecs: now.getTime() }), kind: reviewMailKind, estimateId: id }
    await transaction.outboxMessage.create({ data: { ...message, createdAt: now, nextAttemptAt: now } })
    await addEvent(transaction, event)
    return await readWorkState(transaction, id)
  })
}

/**
 * Notes that the customer of a request is asked. Call it with {@link reviewLock}.
 *
 * @param failedAt when an email that never arrived was queued; it does not count as asking
 * @throws {AppError} `not_found`; `conflict`
 */
export async function noteAsked(
  transaction: Transaction,
  serverKey: Buffer,
  { id, now, failedAt }: { readonly id: string; readonly now: Date; readonly failedAt?: Date },
): Promise<void> {
  const { problem, reviewId, askedAt } = await findReview(transaction, serverKey, id, now)
  const wasOnlyThat = askedAt !== null && failedAt !== undefined && askedAt <= failedAt
  if (problem && !(problem === 'asked' && wasOnlyThat)) throw new AppError('conflict', refusals[problem])
  const { count } = await transaction.reviewRequest.updateMany({ where: { id: reviewId }, data: { askedAt: now } })
  if (count === 0) await transaction.reviewRequest.create({ data: { id: reviewId, askedAt: now, optedOutAt: null } })
}

async function findReview(
  read: Pick<ReadClient, 'projectEstimate' | 'reviewRequest'>,
  serverKey: Buffer,
  id: string,
  now: Date,
) {
  const estimate = await read.projectEstimate.findUnique({
    where: { id },
    select: { status: true, outcome: true, quarantinedAt: true, withdrawnAt: true, erasedAt: true, emailKey: true },
  })
  if (!estimate) throw noSuchEstimate()
  if (estimate.erasedAt) throw erasedEstimate()
  const reviewId = reviewRequestId(serverKey, estimate.emailKey)
  const stored = await read.reviewRequest.findUnique({ where: { id: reviewId } })
  return { problem: findProblem(estimate, stored, now), reviewId, askedAt: stored?.askedAt ?? null }
}

type Finished = Pick<ProjectEstimate, 'status' | 'outcome' | 'quarantinedAt' | 'withdrawnAt' | 'emailKey'>

function findProblem(
  { status, outcome, quarantinedAt, withdrawnAt, emailKey }: Finished,
  stored: ReviewRequest | null,
  now: Date,
): ReviewProblem | null {
  if (status !== completedStatus || outcome !== 'won' || quarantinedAt || withdrawnAt) return 'not_finished'
  if (company.reviewLink === undefined) return 'no_link'
  if (emailKey === '') return 'no_email'
  if (stored?.optedOutAt) return 'opted_out'
  return stored && stored.askedAt > addMs(now, -pauseMs) ? 'asked' : null
}
