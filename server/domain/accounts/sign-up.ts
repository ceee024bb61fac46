import { v7 as newId } from 'uuid'
import { forgetLinks } from '#server/auth/email-tokens.ts'
import { digestOf } from '#server/auth/secrets.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { lockAttempts } from '#server/rate-limits/attempts.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { consumeOrThrow } from '#server/rate-limits/take-or-refuse.ts'
import type { AccountDeps } from './deps.ts'
import { assertPasswordAllowed } from './good-password.ts'
import { mailLimits } from './mail-limits.ts'

/** What the page makes before it signs up, in a cookie: 256 bits in base64url. Anything else is none. */
const pendingForm = /^[\w-]{43}$/

/**
 * Opens an account that waits for its address to be confirmed. For an address that has one, confirmed or not, it takes
 * the same steps and gives the same answer: whoever signs up learns nothing but that there may be mail.
 *
 * Signing up anew before the address is confirmed replaces the password, and the link once another mail goes out. So
 * nobody can have set a password for an account that somebody else then confirms.
 *
 * @param input the address in lower case
 * @throws {AppError} `weak_password` with the field `password`, or `too_many_attempts`
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function signUp(
  { database, clock, serverKey, hasher, caller, wakeOutbox }: AccountDeps,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<{ status: 'confirmation_sent' }> {
  await assertPasswordAllowed(password, email, 'password')
  const network = rateLimitKey(caller.ip)
  const perNetwork = [
    { limit: 'sign-up-address', subject: network },
    { limit: 'mail-address', subject: network },
  ] as const
  await consumeOrThrow(database, serverKey, perNetwork, clock.now())
  // Whatever the address is: the time that this takes must not tell.
  const passwordHash = await hasher.hash(password)

  const now = clock.now()
  const { pending = '' } = caller.cookies
  const pendingDigest = pendingForm.test(pending) ? digestOf(pending) : null
  const { shared: mail } = mailLimits(email)
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, mail)
    const mailed = !counters.take(mail, now).refused
    await statements.writeAttempts(counters.changed)
    const person = { id: newId({ msecs: now.getTime() }), email, passwordHash, pendingDigest, createdAt: now }
    const isNew = await statements.storeSignUp(person)
    if (!mailed) return
    await forgetLinks(transaction, { email, purpose: 'confirmation' })
    await addAccountMail(transaction, { kind: isNew ? 'account.confirmation' : 'account.exists', address: email, now })
  })
  wakeOutbox()
  return { status: 'confirmation_sent' }
}
