import { v7 as newId } from 'uuid'
import { AppError } from '#server/errors.ts'
import type { WorkDeps } from './change-estimate.ts'
import { addEvent, newEvent, usedFor } from './estimate-events.ts'
import { erasedEstimate, readWork, readWorkState, type WorkState, wordsLock } from './estimate-work.ts'

type FailedEmail = {
  /** The estimate's. */
  readonly id: string
  readonly messageId: string
  /** Repeats queue nothing. */
  readonly entryKey: string
}

/**
 * Queues a failed email anew, to the address that the estimate has when it is sent. The failed message stays for the
 * timeline. The caller wakes the outbox.
 *
 * @throws {AppError} `not_found`; `conflict` if the email has not failed, or may not be sent
 */
export async function sendEmailAgain(
  { database, clock, user: actor }: WorkDeps,
  { id, messageId, entryKey }: FailedEmail,
): Promise<WorkState> {
  const now = clock.now()
  return await database.transaction(async (transaction, statements) => {
    // Of two presses at once, one waits here.
    await statements.lock([messageId, wordsLock(id)])
    const { work, received } = await readWork(transaction, id)
    if (work.erasedAt) throw erasedEstimate()
    const message = await transaction.outboxMessage.findUnique({
      where: { id: messageId },
      select: { estimateId: true, kind: true, state: true },
    })
    if (message?.estimateId !== id) throw new AppError('not_found', 'There is no such email.')
    const { kind, state } = message
    const event = newEvent({ estimateId: id, actor, at: now, entryKey, change: { kind: 'mail_again', mail: kind } })
    if ((await usedFor(transaction, event)) === 'the same') return await readWorkState(transaction, id)
    if (state !== 'failed') throw new AppError('conflict', refusals[state] ?? refusals.pending)
    if (work.setAside) throw new AppError('conflict', 'This request is set aside. Release it before you send emails.')
    if (kind === 'estimate.visitor' && received.email === '')
      throw new AppError('conflict', 'This request has no email address.')

    await transaction.outboxMessage.updateMany({ where: { id: messageId }, data: { state: 'replaced' } })
    await transaction.outboxMessage.create({
      // Another id, so that a mailbox that has the first one keeps this, too.
      data: { id: newId({ msecs: now.getTime() }), kind, estimateId: id, createdAt: now, nextAttemptAt: now },
    })
    await addEvent(transaction, event)
    return await readWorkState(transaction, id)
  })
}

const refusals: { readonly pending: string; readonly [state: string]: string } = {
  pending: 'This email is already waiting to be sent.',
  replaced: 'This email was already queued again.',
  sent: 'This email was already sent.',
}
