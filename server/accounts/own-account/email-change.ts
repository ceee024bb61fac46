import { v7 as newId } from 'uuid'
import { cancelEmailChange, emailChangeLifetimesMs } from '#server/accounts/email-links/email-changes.ts'
import { emailChangeLock } from '#server/accounts/limits/account-counters.ts'
import { consumeOrThrow, lockAttempts, tooManyAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { RateLimitKey } from '#server/accounts/limits/limits.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { getHashingQueue } from '#server/accounts/passwords/password-hasher.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import { addMs } from '#server/clock.ts'
import type { ReadClient, Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import type { PendingEmailChange } from '#shared/account.ts'

type OwnAccountDeps = AccountDeps & Pick<ActiveSession, 'user'>

/** @returns the change that waits for its link to be opened */
export async function readEmailChange({
  database: { read },
  clock,
  user,
}: OwnAccountDeps): Promise<PendingEmailChange | null> {
  const pending = await findPending(read, user.id)
  if (!pending || clock.now() >= pending.expiresAt) return null
  return { newEmail: pending.toEmail, expiresAt: pending.expiresAt.toISOString() }
}

/**
 * Emails a link to the new address. Until it is opened, nothing of the account changes. Never reads whether the address
 * belongs to another account, so that neither the answer nor its time tells.
 *
 * @throws {AppError} `invalid_credentials`, `too_many_attempts`, or for the address that the account has
 * @throws {DatabaseUnavailable}
 */
export async function requestEmailChange(
  deps: OwnAccountDeps,
  { newEmail, currentPassword }: { readonly newEmail: string; readonly currentPassword: string },
): Promise<void> {
  const { database, clock, serverKey, hasher, user, wakeOutbox } = deps
  if (newEmail === user.email) throw ownAddress()
  const attempt = [{ limit: 'change-password', subject: user.id }] as const
  await consumeOrThrow(database, serverKey, attempt, clock.now())
  const select = { passwordHash: true } as const
  const stored = await database.read.user.findUnique({ where: { id: user.id }, select })
  const currentHash = stored?.passwordHash ?? null
  if (!(await hasher.verify(currentPassword, currentHash, getHashingQueue(user)))) throw wrongPassword()

  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await countEmail(deps, statements, newEmail, now)
    // Another request may have changed it.
    const owner = { id: user.id, email: user.email, passwordHash: currentHash }
    if ((await transaction.user.count({ where: owner })) === 0) throw wrongPassword()
    const pending = await findPending(transaction, user.id)
    if (pending?.toEmail === newEmail) return await sendLink(transaction, pending, now)
    await cancelEmailChange(transaction, user.id)
    const messageId = await addAccountMail(transaction, { kind: 'account.email-change', address: newEmail, now })
    await transaction.emailChange.create({
      data: {
        id: newId({ msecs: now.getTime() }),
        userId: user.id,
        fromEmail: user.email,
        toEmail: newEmail,
        createdAt: now,
        expiresAt: addMs(now, emailChangeLifetimesMs.confirm),
        messageId,
      },
    })
  })
  wakeOutbox()
}

/**
 * Sends the link once more. The earlier one stays valid.
 *
 * @throws {AppError} `too_many_attempts`, or if nothing waits
 */
export async function resendEmailChange(deps: OwnAccountDeps): Promise<void> {
  const { database, clock, user, wakeOutbox } = deps
  const now = clock.now()
  const known = await findPending(database.read, user.id)
  if (!known) throw nothingPending()
  await database.transaction(async (transaction, statements) => {
    await countEmail(deps, statements, known.toEmail, now)
    const pending = await findPending(transaction, user.id)
    // In another tab, it was confirmed, canceled or replaced.
    if (pending?.id !== known.id) throw nothingPending()
    await sendLink(transaction, pending, now)
  })
  wakeOutbox()
}

/** Its link no longer works. */
export async function withdrawEmailChange({ database, user }: OwnAccountDeps): Promise<void> {
  await database.transaction((transaction) => cancelEmailChange(transaction, user.id))
}

/** Counts for the account, the IP address and the recipient, and holds what {@link emailChangeLock} holds. */
async function countEmail(
  { serverKey, client, user }: OwnAccountDeps,
  statements: Statements,
  email: string,
  now: Date,
): Promise<void> {
  const keys: RateLimitKey[] = [
    ...emailChangeLock(user.id, email),
    { limit: 'account-mail-ip', subject: rateLimitKey(client.ip) },
  ]
  const counters = await lockAttempts(statements, serverKey, keys)
  const result = counters.consume(keys, now)
  if (result.refused) throw tooManyAttempts(result.retryAfterSeconds)
  await statements.writeAttempts(counters.changed)
}

async function sendLink(
  transaction: Pick<Transaction, 'emailChange' | 'outboxMessage'>,
  { id, toEmail }: { readonly id: string; readonly toEmail: string },
  now: Date,
): Promise<void> {
  const messageId = await addAccountMail(transaction, { kind: 'account.email-change', address: toEmail, now })
  const expiresAt = addMs(now, emailChangeLifetimesMs.confirm)
  await transaction.emailChange.updateMany({ where: { id }, data: { messageId, expiresAt } })
}

async function findPending({ emailChange }: Pick<ReadClient, 'emailChange'>, userId: string) {
  const select = { id: true, toEmail: true, expiresAt: true } as const
  return await emailChange.findFirst({ where: { userId, confirmedAt: null }, select })
}

function ownAddress(): AppError {
  const message = 'This is the address that your account has already.'
  return new AppError('invalid', message, { fieldErrors: { newEmail: [message] } })
}

function wrongPassword(): AppError {
  const message = 'That isn’t your current password.'
  return new AppError('unauthenticated', message, {
    reason: 'invalid_credentials',
    fieldErrors: { currentPassword: [message] },
  })
}

function nothingPending(): AppError {
  return new AppError('conflict', 'No change of your address is waiting any more. Reload the page to see your address.')
}
