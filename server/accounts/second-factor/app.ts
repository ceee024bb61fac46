import { consumeOrThrow, forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { addMs } from '#server/clock.ts'
import { AppError } from '#server/errors.ts'
import { hourMs } from '#shared/durations.ts'
import type { FactorAdded } from '#shared/second-factor.ts'
import { openAppSecret, sealAppSecret } from './app-code.ts'
import { assertFactorMayGo } from './duty.ts'
import { factorAdded, lockFactors, switchOffWithoutFactors } from './factors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'
import { recordChange } from './record-change.ts'
import { appCodesUnavailable, invalidCode } from './second-factor-errors.ts'
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts'

/** A reload in the middle shows the QR code that the phone has scanned. */
const setUpLifetimeMs = hourMs

const expired = 'This took too long. Please start again with a new QR code.'
const wrongFirstCode =
  'That code isn’t right. Scan the QR code on this page, delete older entries of this site in your app, and check that your phone sets its clock by itself.'

/**
 * Begins or continues a set-up. An app that is set up already stays in force until the new one is confirmed.
 *
 * @throws {AppError} `proof_required`; `unavailable` without the key
 */
export async function beginApp(deps: OwnFactorDeps): Promise<{ secret: string; address: string }> {
  await assertProvedRecently(deps)
  const { database, clock, secretsKey, user } = deps
  if (!secretsKey) throw appCodesUnavailable()
  const now = clock.now()
  const userId = user.id
  const secret = await database.transaction(async ({ totpSecret }, statements) => {
    await lockFactors(statements, userId)
    const stored = await totpSecret.findUnique({ where: { userId }, select: { pendingSecret: true, pendingAt: true } })
    if (stored?.pendingSecret && stored.pendingAt && stored.pendingAt > addMs(now, -setUpLifetimeMs))
      return openAppSecret(secretsKey, userId, stored.pendingSecret)
    const created = newTotpSecret()
    const data = { pendingSecret: sealAppSecret(secretsKey, userId, created), pendingAt: now }
    if (stored) await totpSecret.updateMany({ where: { userId }, data })
    else await totpSecret.create({ data: { userId, ...data } })
    return created
  })
  return { secret, address: totpAddress(secret, user.email) }
}

/**
 * @throws {AppError} `invalid_code`, `proof_required` or `too_many_attempts`; nothing is changed
 */
export async function confirmApp(deps: OwnFactorDeps, { code }: { readonly code: string }): Promise<FactorAdded> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, secretsKey, user, session, wakeOutbox } = deps
  const attempt = [{ limit: 'second-factor-setup', subject: user.id }] as const
  const now = clock.now()
  await consumeOrThrow(database, serverKey, attempt, now)
  const userId = user.id
  const recoveryCodes = await database.transaction(async (transaction, statements) => {
    await lockFactors(statements, userId)
    const stored = await transaction.totpSecret.findUnique({ where: { userId } })
    const { pendingSecret, pendingAt } = stored ?? {}
    if (!pendingSecret || !pendingAt || pendingAt <= addMs(now, -setUpLifetimeMs)) throw invalidCode(expired)
    const lastStep = matchingStep(openAppSecret(secretsKey, userId, pendingSecret), code.replaceAll(/[\s-]/g, ''), now)
    if (lastStep === undefined) throw invalidCode(wrongFirstCode)
    await transaction.totpSecret.updateMany({
      where: { userId },
      data: { secret: pendingSecret, pendingSecret: null, pendingAt: null, confirmedAt: now, lastStep },
    })
    await forgetAttempts(transaction, serverKey, attempt)
    const kind = stored?.confirmedAt ? 'second-factor.app-replaced' : 'second-factor.app-added'
    await recordChange(transaction, { kind, owner: user, now })
    return await factorAdded(transaction, { userId, sessionId: session.id, serverKey, now })
  })
  wakeOutbox()
  return { recoveryCodes }
}

/** @throws {AppError} `proof_required`, or if the role needs a second factor and this is the last one */
export async function removeApp(deps: OwnFactorDeps): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, user, wakeOutbox } = deps
  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await lockFactors(statements, user.id)
    const { count } = await transaction.totpSecret.deleteMany({ where: { userId: user.id } })
    if (count === 0) throw new AppError('not_found', 'There is no authenticator app any more.')
    await assertFactorMayGo(transaction, user)
    await switchOffWithoutFactors(transaction, user.id)
    await recordChange(transaction, { kind: 'second-factor.app-removed', owner: user, now })
  })
  wakeOutbox()
}
