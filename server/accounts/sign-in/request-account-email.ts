import { consumeResetMail, mailLimits } from '#server/accounts/limits/account-counters.ts'
import { lockAttempts, tooManyAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { type AccountMailKind, addAccountMail } from '#server/mail/messages/account-mail.ts'

/**
 * Never reads the account, so that neither response nor time reveals it. Beyond the recipient's limits it silently
 * sends nothing.
 *
 * @throws {AppError} `too_many_attempts`, by IP address
 * @throws {DatabaseUnavailable}
 */
export async function requestAccountEmail(
  { database, clock, serverKey, client, wakeOutbox }: AccountDeps,
  { kind, email }: { readonly kind: Extract<AccountMailKind, 'account.confirmation' | 'account.reset'>; email: string },
): Promise<{ status: 'sent' }> {
  const now = clock.now()
  const perIp = [{ limit: 'account-mail-ip', subject: rateLimitKey(client.ip) }] as const
  const mail = mailLimits(email)
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, [...perIp, ...mail.shared, mail.reset])
    const result = counters.consume(perIp, now)
    if (result.refused) throw tooManyAttempts(result.retryAfterSeconds)
    const isReset = kind === 'account.reset'
    const isSent = isReset ? consumeResetMail(counters, mail, now) : !counters.consume(mail.shared, now).refused
    await statements.writeAttempts(counters.changed)
    if (isSent) await addAccountMail(transaction, { kind, address: email, now })
  })
  wakeOutbox()
  return { status: 'sent' }
}
