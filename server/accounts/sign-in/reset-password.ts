import { type Owner, recordInLog } from '#server/accounts/audit/record-in-log.ts'
import { cancelEmailChange } from '#server/accounts/email-links/email-changes.ts'
import { accountFailures, mailLimits } from '#server/accounts/limits/account-counters.ts'
import { forgetAttempts } from '#server/accounts/limits/attempts.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { assertPasswordAllowed, linkExpired } from '#server/accounts/passwords/account-errors.ts'
import { getHashingQueue } from '#server/accounts/passwords/password-hasher.ts'
import { endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { findLink, verifyEmail } from './email-links.ts'

/**
 * Also confirms the email address and ends every session. With an invitation, a name is stored and the log tells of it.
 *
 * @throws {AppError} `otp_expired`, `link_used`, `weak_password` or `too_many_attempts`; the link stays valid except after the
 *   first two
 * @throws {DatabaseUnavailable}
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password, name }: { readonly token: string; readonly password: string; readonly name?: string | undefined },
): Promise<Owner> {
  const { database, clock, config, hasher, wakeOutbox } = deps
  const { userId, purpose } = await findLink(deps, { token, purposes: ['reset', 'invitation'] })
  const select = { email: true, role: true, confirmedAt: true, passwordHash: true } as const
  const user = await database.read.user.findUnique({ where: { id: userId }, select })
  if (!user) throw linkExpired()
  await assertPasswordAllowed(password, user.email, 'password')
  const isFirstPassword = user.confirmedAt === null || user.passwordHash === null
  const passwordHash = await hasher.hash(password, getHashingQueue(user))

  const now = clock.now()
  const owner = await database.transaction(async (transaction) => {
    const { email } = await verifyEmail(transaction, { token, userId, purpose, adminEmails: config.adminEmails, now })
    const isNamed = purpose === 'invitation' && name !== undefined
    const invited = { invitedAt: null, invitedById: null }
    await transaction.user.updateMany({
      where: { id: userId },
      data: { passwordHash, ...invited, ...(isNamed ? { name } : {}) },
    })
    await endSessionsOfUser(transaction, userId)
    await cancelEmailChange(transaction, userId)
    // ADMIN_EMAILS may have given it a role.
    const owner = await transaction.user.findUniqueOrThrow({
      where: { id: userId },
      select: { id: true, email: true, role: true },
    })
    await recordInLog(
      transaction,
      isFirstPassword
        ? { kind: 'person.joined', owner, details: { role: owner.role }, now }
        : { kind: 'account.password-changed', owner, now },
    )
    await forgetAttempts(transaction, deps.serverKey, [...accountFailures(email), mailLimits(email).reset])
    const kind = isFirstPassword ? 'account.ready' : 'account.password-changed'
    await addAccountMail(transaction, { kind, address: email, now })
    return owner
  })
  wakeOutbox()
  return owner
}
