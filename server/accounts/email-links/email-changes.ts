import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { newSecret, toDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import type { ReadClient, Transaction } from '#server/database/database.ts'
import { emailChangeHours, emailUndoHours } from '#shared/account.ts'
import { hourMs } from '#shared/durations.ts'

export type EmailChangePurpose = 'confirm' | 'undo'

/** The lifetimes count from when the email with the link was last sent. */
export const emailChangeLifetimesMs: Readonly<Record<EmailChangePurpose, number>> = {
  confirm: emailChangeHours * hourMs,
  undo: emailUndoHours * hourMs,
}

const changeSelect = {
  id: true,
  userId: true,
  fromEmail: true,
  toEmail: true,
  confirmedAt: true,
  undoneAt: true,
  expiresAt: true,
} as const
export type StoredEmailChange = Prisma.EmailChangeGetPayload<{ select: typeof changeSelect }>

/** Links of earlier attempts to send the email stay valid. All work as long as the latest one. */
export async function addEmailChangeLink(
  { emailChange, emailChangeLink }: Pick<Transaction, 'emailChange' | 'emailChangeLink'>,
  { changeId, purpose, now }: { readonly changeId: string; readonly purpose: EmailChangePurpose; readonly now: Date },
): Promise<string> {
  const token = newSecret()
  const expiresAt = addMs(now, emailChangeLifetimesMs[purpose])
  await emailChange.updateMany({ where: { id: changeId }, data: { expiresAt } })
  await emailChangeLink.create({ data: { digest: toDigest(token), changeId, purpose } })
  return token
}

/** @returns the change of a link, also one that is over; undefined for a link that was never made, or was taken back */
export async function findEmailChange(
  { emailChangeLink }: Pick<ReadClient, 'emailChangeLink'>,
  { token, purpose }: { readonly token: string; readonly purpose: EmailChangePurpose },
): Promise<StoredEmailChange | undefined> {
  const where = { digest: toDigest(token), purpose }
  const found = await emailChangeLink.findFirst({ where, select: { change: { select: changeSelect } } })
  return found?.change
}

/** @returns the change whose email this message is */
export async function findEmailChangeByMessage(
  { emailChange }: Pick<ReadClient, 'emailChange'>,
  messageId: string,
): Promise<StoredEmailChange | undefined> {
  return (await emailChange.findUnique({ where: { messageId }, select: changeSelect })) ?? undefined
}

/** Takes back what was asked for and not confirmed yet. */
export async function cancelEmailChange(
  { emailChange }: Pick<Transaction, 'emailChange'>,
  userId: string,
): Promise<boolean> {
  const { count } = await emailChange.deleteMany({ where: { userId, confirmedAt: null } })
  return count > 0
}

/**
 * Proof of the mailbox outranks an unconfirmed account: a stranger may have signed up with the address. Invited staff
 * keep theirs.
 */
export const unprovenAccount = { confirmedAt: null, role: 'user' } as const

/** Whether the address belongs to another account, so that a change would be refused. */
export async function isAddressTaken(
  { user }: Pick<ReadClient, 'user'>,
  { email, userId }: { readonly email: string; readonly userId: string },
): Promise<boolean> {
  const holders = await user.count({ where: { email, id: { not: userId }, NOT: unprovenAccount } })
  return holders > 0
}
