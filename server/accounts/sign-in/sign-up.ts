import { v7 as newId } from 'uuid'
import { deleteEmailTokens } from '#server/accounts/email-links/email-tokens.ts'
import { mailLimits } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, lockAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { assertPasswordAllowed } from '#server/accounts/passwords/account-errors.ts'
import { toDigest } from '#server/accounts/secrets/secrets.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'

/** The page sets this cookie before it signs up. */
const browserSecretPattern = /^[\w-]{43}$/

/**
 * Takes the same steps for every address. Until confirmation, another sign-up replaces password and link: no account is
 * confirmed with a stranger's password.
 *
 * @throws {AppError} `weak_password` or `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function signUp(
  { database, clock, serverKey, hasher, client, wakeOutbox }: AccountDeps,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ status: 'confirmation_sent' }> {
  await assertPasswordAllowed(password, email, 'password')
  const ip = rateLimitKey(client.ip)
  const perIp = [
    { limit: 'sign-up-ip', subject: ip },
    { limit: 'account-mail-ip', subject: ip },
  ] as const
  await consumeOrThrow(database, serverKey, perIp, clock.now())
  // The time would otherwise reveal accounts.
  const passwordHash = await hasher.hash(password, 'others')

  const now = clock.now()
  const { pending = '' } = client.cookies
  const pendingDigest = browserSecretPattern.test(pending) ? toDigest(pending) : null
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
