import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import {
  emailChangeLifetimesMs,
  findEmailChange,
  isAddressTaken,
  unprovenAccount,
} from '#server/accounts/email-links/email-changes.ts'
import { emailLinkBroken } from '#server/accounts/email-links/email-link-errors.ts'
import { accountFailures, emailChangeLock } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, forgetAttempts, lockAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import { addMs } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'

/**
 * Gives the account its new address, which is told to the former one. Only the account that asked can do it: the link
 * alone, for instance in a mailbox that was mistyped, does nothing. ADMIN_EMAILS does not change the role. Links that
 * were sent to the former address end; sessions go on.
 *
 * @returns the account's address. A link that is opened twice changes nothing the second time
 * @throws {AppError} `otp_expired`, `wrong_account`, `address_taken` or `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function confirmEmailChange(
  deps: AccountDeps & Pick<ActiveSession, 'user'>,
  { token }: { readonly token: string },
): Promise<{ readonly email: string }> {
  const { database, clock, serverKey, client, user, wakeOutbox } = deps
  const attempt = { limit: 'link-ip', subject: rateLimitKey(client.ip) } as const
  await consumeOrThrow(database, serverKey, [attempt], clock.now())
  const found = await findEmailChange(database.read, { token, purpose: 'confirm' })
  if (!found) throw emailLinkBroken('replaced')
  if (found.userId !== user.id) throw wrongAccount()
  const { id, userId, fromEmail, toEmail } = found

  const now = clock.now()
  const result = await database.transaction(async (transaction, statements) => {
    await lockAttempts(statements, serverKey, emailChangeLock(userId, toEmail))
    const change = await findEmailChange(transaction, { token, purpose: 'confirm' })
    if (!change) throw emailLinkBroken('replaced')
    const select = { id: true, email: true, role: true } as const
    const owner = await transaction.user.findUniqueOrThrow({ where: { id: userId }, select })
    if (change.confirmedAt) {
      if (owner.email === toEmail) return 'opened before'
      throw emailLinkBroken('used')
    }
    if (now >= change.expiresAt) throw emailLinkBroken('expired')
    if (owner.email !== fromEmail) throw emailLinkBroken('replaced')
    if (await isAddressTaken(transaction, { email: toEmail, userId })) throw addressTaken()
    await transaction.user.deleteMany({ where: { email: toEmail, ...unprovenAccount } })
    await transaction.user.updateMany({ where: { id: userId }, data: { email: toEmail } })
    await transaction.emailToken.deleteMany({ where: { userId } })
    await forgetAttempts(transaction, serverKey, [...accountFailures(fromEmail), ...accountFailures(toEmail)])
    const messageId = await addAccountMail(transaction, { kind: 'account.email-changed', address: fromEmail, now })
    const expiresAt = addMs(now, emailChangeLifetimesMs.undo)
    await transaction.emailChange.updateMany({ where: { id }, data: { confirmedAt: now, expiresAt, messageId } })
    await recordInLog(transaction, { kind: 'account.email-changed', owner, details: { to: toEmail }, now })
    return 'changed'
  })
  if (result === 'changed') wakeOutbox()
  return { email: toEmail }
}

/** Does not tell whose link it is. */
function wrongAccount(): AppError {
  return new AppError(
    'forbidden',
    'This link belongs to another account than the one that is signed in here. Sign out, and sign in to the account whose address you want to change.',
    { reason: 'wrong_account' },
  )
}

/** Its reader has the mailbox, so it reveals nothing. */
function addressTaken(): AppError {
  return new AppError(
    'conflict',
    'This address has an account of its own by now, so yours keeps the one it has. Use another address, or sign in to the other account.',
    { reason: 'address_taken' },
  )
}
