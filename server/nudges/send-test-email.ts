import { consumeOrThrow } from '#server/accounts/limits/attempts.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'

type TestEmailDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly serverKey: Buffer
  readonly user: { readonly id: string; readonly email: string }
}

/**
 * Queues an email to the person's own address. Wake the outbox afterwards.
 *
 * @throws {AppError} `too_many_attempts`
 */
export async function sendTestEmail({
  database,
  clock,
  serverKey,
  user,
}: TestEmailDeps): Promise<{ id: string; to: string }> {
  const now = clock.now()
  await consumeOrThrow(database, serverKey, [{ limit: 'test-mail', subject: user.id }], now)
  const id = await database.transaction((transaction) =>
    addAccountMail(transaction, { kind: 'account.test', address: user.email, now }),
  )
  return { id, to: user.email }
}
