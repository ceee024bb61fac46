import { type AccountMailKind, addAccountMail } from '#server/mail/messages/account-mail.ts'
import { lockAttempts } from '#server/rate-limits/attempts.ts'
import { rateLimitKey } from '#server/rate-limits/client-ip.ts'
import { tooManyAttempts } from '#server/rate-limits/too-many-attempts.ts'
import type { AccountDeps } from './deps.ts'
import { mailLimits, takeResetMail } from './mail-limits.ts'

/**
 * Asks for the mail with a link: to confirm an address, or to set a new password. Whether there is such an account is
 * not looked at here, so neither answer nor time can tell; where there is none, the outbox drops the message. Beyond
 * the limits of the mail's address no mail goes out, and the answer does not say so.
 *
 * @param input the address in lower case
 * @throws {AppError} `too_many_attempts`, by the network address that asks
 * @throws {DatabaseUnavailable} nothing was stored
 */
export async function requestAccountEmail(
  { database, clock, serverKey, caller, wakeOutbox }: AccountDeps,
  { kind, email }: { readonly kind: Extract<AccountMailKind, 'account.confirmation' | 'account.reset'>; email: string },
): Promise<{ status: 'sent' }> {
  const now = clock.now()
  const perNetwork = [{ limit: 'mail-address', subject: rateLimitKey(caller.ip) }] as const
  const mail = mailLimits(email)
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, [...perNetwork, ...mail.shared, mail.reset])
    const asked = counters.take(perNetwork, now)
    if (asked.refused) throw tooManyAttempts(asked.retryAfterSeconds)
    const isReset = kind === 'account.reset'
    const mailed = isReset ? takeResetMail(counters, mail, now) : !counters.take(mail.shared, now).refused
    await statements.writeAttempts(counters.changed)
    if (mailed) await addAccountMail(transaction, { kind, address: email, now })
  })
  wakeOutbox()
  return { status: 'sent' }
}
