import type { ContactChannel } from '#shared/estimate-work.ts'
import type { WorkDeps } from './change-estimate.ts'
import { addEvent } from './estimate-events.ts'
import { readWork, readWorkAnswer, type WorkAnswer } from './estimate-work.ts'

// What is only added to overwrites nothing, so it asks for no version and makes none: a note that somebody writes while a
// colleague sets the status is no conflict.

/**
 * Adds a note to a request.
 *
 * @throws {AppError} `not_found`
 */
export async function addNote(
  { database, clock, user: actor }: WorkDeps,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<WorkAnswer> {
  const at = clock.now()
  return await database.transaction(async (transaction) => {
    await readWork(transaction, id)
    await addEvent(transaction, { estimateId: id, actor, at, change: { kind: 'note', text } })
    return await readWorkAnswer(transaction, id)
  })
}

/**
 * Writes down that the visitor was reached. The first time stops the clock of the promised answer, for good.
 *
 * @throws {AppError} `not_found`
 */
export async function logContact(
  { database, clock, user: actor }: WorkDeps,
  { id, channel, note }: { readonly id: string; readonly channel: ContactChannel; readonly note?: string | undefined },
): Promise<WorkAnswer> {
  const at = clock.now()
  return await database.transaction(async (transaction) => {
    await readWork(transaction, id)
    await transaction.projectEstimate.updateMany({ where: { id, firstContactAt: null }, data: { firstContactAt: at } })
    await addEvent(transaction, { estimateId: id, actor, at, change: { kind: 'contact', channel, note: note ?? null } })
    return await readWorkAnswer(transaction, id)
  })
}
