import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addEvent, findEntryKeyUse, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { goesToCustomer } from '#server/mail/messages/message.ts'
import { reviewMailKind } from '#server/mail/messages/review-mail.ts'
import { isVisitMailKind, prepareVisitMail } from '#server/mail/messages/visit-mails.ts'
import { findMailedProposal } from '#server/mail/messages/visitor-mails.ts'
import type { DetailChange } from '#shared/estimates/estimate-work.ts'
import type { WorkDeps } from './change-estimate.ts'
import { erasedEstimate, readWork, readWorkState, type WorkState, wordsLock } from './estimate-work.ts'
import { noteAsked, reviewLock } from './review-requests.ts'

type FailedEmail = {
  /** The id of the estimate. */
  readonly id: string
  readonly messageId: string
  /** Sending the same key again queues nothing. */
  readonly entryKey: string
}

/**
 * Queues a failed email again, or a confirmation or proposal that was sent before the visitor's address was corrected. It goes to
 * the address that the estimate has when it is sent. The former message stays for the timeline. Wake the outbox
 * afterwards.
 *
 * @throws {AppError} `not_found`; `conflict` if there is no reason to send it again, or it may not be sent
 */
export async function sendEmailAgain(
  { database, clock, user: actor, serverKey }: WorkDeps & { readonly serverKey: Buffer },
  { id, messageId, entryKey }: FailedEmail,
): Promise<WorkState> {
  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    // Of two presses at once, one waits here.
    await statements.lock([messageId, reviewLock, wordsLock(id)])
    const { work, received } = await readWork(transaction, id)
    if (work.erasedAt) throw erasedEstimate()
    const message = await transaction.outboxMessage.findUnique({
      where: { id: messageId },
      select: {
        estimateId: true,
        kind: true,
        address: true,
        visitId: true,
        state: true,
        createdAt: true,
        sentAt: true,
      },
    })
    if (message?.estimateId !== id) throw new AppError('not_found', 'There is no such email.')
    const { kind, address, visitId } = message
    const event = newEvent({ estimateId: id, actor, at: now, entryKey, change: { kind: 'mail_again', mail: kind } })
    if ((await findEntryKeyUse(transaction, event)) === 'the same') return await readWorkState(transaction, id)
    await assertMayGoAgain(transaction, id, message, now)
    if (work.quarantine)
      throw new AppError('conflict', 'This request is possible spam. Press Not spam before you send emails.')
    if (goesToCustomer(kind) && received.email === '')
      throw new AppError('conflict', 'This request has no email address.')
    const { createdAt } = message
    await assertCounts(transaction, { id: messageId, estimateId: id, createdAt, kind })
    await assertIsNews(transaction, { id: messageId, kind, address, visitId }, now)
    if (kind === reviewMailKind) await noteAsked(transaction, serverKey, { id, now, failedAt: createdAt })

    await transaction.outboxMessage.updateMany({ where: { id: messageId }, data: { state: 'replaced' } })
    await transaction.outboxMessage.create({
      // Another id, so that a mailbox that has the first one keeps this, too.
      data: {
        ...{ id: newId({ msecs: now.getTime() }), kind, estimateId: id, address, visitId },
        ...{ createdAt: now, nextAttemptAt: now },
      },
    })
    await addEvent(transaction, event)
    return await readWorkState(transaction, id)
  })
}

type QueuedMail = Parameters<typeof findMailedProposal>[1] & { readonly kind: string }

/** @throws {AppError} for an email about a proposal that no longer counts */
async function assertCounts(transaction: Transaction, mail: QueuedMail): Promise<void> {
  if (mail.kind.startsWith('proposal.') && !(await findMailedProposal(transaction, mail)))
    throw new AppError('conflict', 'This proposal was withdrawn, or a newer one was sent.')
}

type VisitMail = Omit<Parameters<typeof prepareVisitMail>[1], 'kind' | 'createdAt'> & { readonly kind: string }

/** @throws {AppError} for an email about a visit that would say nothing any more, and so would not be sent */
async function assertIsNews(transaction: Transaction, { kind, ...mail }: VisitMail, now: Date): Promise<void> {
  if (isVisitMailKind(kind) && !(await prepareVisitMail(transaction, { ...mail, kind, createdAt: now }, now)))
    throw new AppError('conflict', 'There is nothing to say any more: a later email says it, or the visit is over.')
}

/** They are sent again to a corrected address. */
const correctable: readonly string[] = ['estimate.visitor', 'proposal.sent']

type SentMessage = { readonly kind: string; readonly state: string; readonly sentAt: Date | null }

/** @throws {AppError} unless it failed, or is a confirmation or proposal whose recipient was corrected after it was sent */
async function assertMayGoAgain(
  transaction: Transaction,
  estimateId: string,
  { kind, state, sentAt }: SentMessage,
  now: Date,
): Promise<void> {
  if (state === 'failed') return
  const wentToFormerAddress =
    state === 'sent' && correctable.includes(kind) && (await isCorrectedSince(transaction, estimateId, sentAt ?? now))
  if (!wentToFormerAddress) throw new AppError('conflict', refusals[state] ?? refusals.pending)
}

async function isCorrectedSince({ estimateEvent }: Transaction, estimateId: string, sentAt: Date): Promise<boolean> {
  const corrections = await estimateEvent.findMany({
    where: { estimateId, kind: 'details', at: { gte: sentAt } },
    select: { details: true },
  })
  return corrections.some(({ details }) => {
    const { changes }: { changes: readonly DetailChange[] } = JSON.parse(details)
    return changes.some(({ field }) => field === 'email')
  })
}

const refusals: { readonly pending: string; readonly [state: string]: string } = {
  pending: 'This email is already waiting to be sent.',
  replaced: 'This email was already queued again.',
  sent: 'This email was already sent.',
}
