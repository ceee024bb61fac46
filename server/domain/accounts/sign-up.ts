import { v7 as newId } from 'uuid'
import { deleteEmailTokens } from '#server/auth/email-tokens.ts'
import { digestOf } from '#server/auth/secrets.ts'
import { addAccountMail } from '#server/mail/account-mail.ts'
import { consumeOrThrow, lockAttempts } from '#server/rate-limits/attempts.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { assertPasswordAllowed } from './account-errors.ts'
import { mailLimits } from './account-limits.ts'
import type { AccountDeps } from './accounts.ts'

/** The secret in the cookie that the page sets before it signs up: 256 bits in base64url. */
const browserSecretPattern = /^[\w-]{43}$/

/**
 * Creates an account whose email address is not confirmed yet. If the address has an account, the steps and the
 * response are the same, so that signing up does not tell.
 *
 * Signing up again before the address is confirmed replaces the password, and the link once another email is sent. So
 * no account can be confirmed with a password that a stranger has set.
 *
 * @param input with the email address in lower case
 * @throws {AppError} `weak_password` with the field `password`, or `too_many_attempts`
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function signUp(
  { database, clock, serverKey, hasher, caller, wakeOutbox }: AccountDeps,
  input: { readonly email: string; readonly password: string },
): Promise<{ status: 'confirmation_sent' }> {
  const { email, password } = input
  await assertPasswordAllowed(password, email, 'password')
  const ip = rateLimitKey(caller.ip)
  const perIp = [
    { limit: 'sign-up-ip', subject: ip },
    { limit: 'account-mail-ip', subject: ip },
  ] as const
  await consumeOrThrow(database, serverKey, perIp, clock.now())
  // For every address, or the time would tell.
  const passwordHash = await hasher.hash(password)

  const now = clock.now()
  const { pending = '' } = caller.cookies
  const pendingDigest = browserSecretPattern.test(pending) ? digestOf(pending) : null
  const { shared: mail } = mailLimits(email)
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, mail)
    const isSent = !counters.consume(mail, now).refused
    await statements.writeAttempts(counters.changed)
    const user = { id: newId({ msecs: now.getTime() }), email, passwordHash, pendingDigest, createdAt: now }
    const isNew = await statements.storeSignUp(user)
    if (!isSent) return
    await deleteEmailTokens(transaction, { email, purpose: 'confirmation' })
    await addAccountMail(transaction, { kind: isNew ? 'account.confirmation' : 'account.exists', address: email, now })
  })
  wakeOutbox()
  return { status: 'confirmation_sent' }
}
