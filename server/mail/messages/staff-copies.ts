import { v7 as newId } from 'uuid'
import type { Database } from '#server/database/database.ts'
import type { ClaimedMessage } from './claimed-message.ts'
import { quarantineNotice } from './quarantine-notice.ts'

const staffKinds: readonly string[] = ['estimate.staff', 'visitor.changed', quarantineNotice]

/**
 * Chooses the one address of STAFF_INBOX that this message goes to, and queues a message for each of the others. When one
 * message has several recipients, Postmark accepts it and leaves out those that it blocks, so it would count as sent.
 *
 * @returns undefined if the message is not for the staff inbox
 */
export async function chooseStaffRecipient(
  { transaction }: Pick<Database, 'transaction'>,
  { id, kind, address, createdAt, estimate }: ClaimedMessage,
  { staffInbox, now }: { readonly staffInbox: readonly string[]; readonly now: Date },
): Promise<string | undefined> {
  if (!staffKinds.includes(kind)) return undefined
  if (address !== null && staffInbox.includes(address)) return address
  const [own, ...others] = staffInbox
  if (own === undefined || others.length === 0) return own
  const copy = { kind, estimateId: estimate?.id ?? null, createdAt, nextAttemptAt: now }
  await transaction(async ({ outboxMessage }) => {
    await outboxMessage.updateMany({ where: { id }, data: { address: own } })
    await outboxMessage.createMany({
      data: others.map((other) => ({ ...copy, id: newId({ msecs: createdAt.getTime() }), address: other })),
    })
  })
  return own
}
