import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import { findEmailChange, isAddressTaken, unprovenAccount } from '#server/accounts/email-links/email-changes.ts'
import { formerAddressTaken, undoLinkBroken } from '#server/accounts/email-links/email-link-errors.ts'
import { accountFailures, emailChangeLock, mailLimits } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, forgetAttempts, lockAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { lockFactors, removeFactorsSince } from '#server/accounts/second-factor/factors.ts'
import { newSecret } from '#server/accounts/secrets/secrets.ts'
import { endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import type { Transaction } from '#server/database/database.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'

/**
 * Restores the address that the account had before a change, for an owner who did not make it. The person who did knows
 * the password and may have added a way to sign in, so the password, the sessions and the factors since then end, and a
 * link to choose a new password goes to the restored address.
 *
 * @returns the restored address
 * @throws {AppError} `otp_expired`, `address_taken` or `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function undoEmailChange(
  { database, clock, serverKey, hasher, client, wakeOutbox }: AccountDeps,
  { token }: { readonly token: string },
): Promise<{ readonly email: string }> {
  const attempt = { limit: 'link-ip', subject: rateLimitKey(client.ip) } as const
  await consumeOrThrow(database, serverKey, [attempt], clock.now())
  const found = await findEmailChange(database.read, { token, purpose: 'undo' })
  if (!found) throw undoLinkBroken('unknown')
  const { id, userId, fromEmail } = found
  // Nobody knows this password. Without one, the account would count as never used.
  const passwordHash = await hasher.hash(newSecret(), 'others')

  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await lockAttempts(statements, serverKey, emailChangeLock(userId, fromEmail))
    const change = await findEmailChange(transaction, { token, purpose: 'undo' })
    if (!change?.confirmedAt) throw undoLinkBroken('unknown')
    if (change.undoneAt) throw undoLinkBroken('used')
    if (now >= change.expiresAt) throw undoLinkBroken('expired')
    if (await isAddressTaken(transaction, { email: fromEmail, userId })) throw formerAddressTaken()
    const select = { id: true, email: true, role: true } as const
    const owner = await transaction.user.findUniqueOrThrow({ where: { id: userId }, select })
    await transaction.user.deleteMany({ where: { email: fromEmail, id: { not: userId }, ...unprovenAccount } })
    await transaction.user.updateMany({ where: { id: userId }, data: { email: fromEmail, passwordHash } })
    await lockFactors(statements, userId)
    await endAccess(transaction, { userId, since: change.confirmedAt })
    // Later changes and their links could restore the undone one.
    const others = {
      userId,
      id: { not: id },
      OR: [{ confirmedAt: null }, { confirmedAt: { gte: change.confirmedAt } }],
    }
    await transaction.emailChange.deleteMany({ where: others })

    const { shared, reset } = mailLimits(fromEmail)
    const failures = [...accountFailures(fromEmail), ...accountFailures(owner.email)]
    await forgetAttempts(transaction, serverKey, [...failures, ...shared, reset])
    await addAccountMail(transaction, { kind: 'account.email-restored', address: fromEmail, now })
    const messageId = await addAccountMail(transaction, { kind: 'account.email-undone', address: change.toEmail, now })
    await transaction.emailChange.updateMany({ where: { id }, data: { undoneAt: now, messageId } })
    await recordInLog(transaction, {
      kind: 'account.email-restored',
      owner: { ...owner, email: fromEmail },
      by: null,
      now,
    })
  })
  wakeOutbox()
  return { email: fromEmail }
}

async function endAccess(
  transaction: Transaction,
  { userId, since }: { readonly userId: string; readonly since: Date },
): Promise<void> {
  await endSessionsOfUser(transaction, userId)
  await transaction.emailToken.deleteMany({ where: { userId } })
  await removeFactorsSince(transaction, userId, since)
}
