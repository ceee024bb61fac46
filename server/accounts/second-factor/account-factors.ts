import { AppError } from '#server/errors.ts'
import type { SecondFactorState } from '#shared/second-factor.ts'
import { lockFactors, readFactors, replaceRecoveryCodes } from './factors.ts'
import { assertProvedRecently, type OwnFactorDeps, provedUntil } from './proof.ts'
import { recordChange } from './record-change.ts'

/** The message names the setting for the operator, whom the reader is told to ask. */
const keyMissing =
  'Authenticator apps can’t be used on this site yet: the person who runs it has to set SECRETS_KEY. Passkeys work.'

/** @returns also until when changes need no further proof of identity */
export async function readOwnFactors(
  deps: OwnFactorDeps,
): Promise<SecondFactorState & { readonly provedUntil: string | null }> {
  const { database, secretsKey } = deps
  const state = await readFactors(database.read, deps, secretsKey ? null : keyMissing)
  return { ...state, provedUntil: (await provedUntil(deps))?.toISOString() ?? null }
}

/**
 * Replaces all recovery codes.
 *
 * @throws {AppError} `proof_required`, or without a second factor
 */
export async function makeRecoveryCodes(deps: OwnFactorDeps): Promise<{ recoveryCodes: string[] }> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, user, wakeOutbox } = deps
  const now = clock.now()
  const recoveryCodes = await database.transaction(async (transaction, statements) => {
    await lockFactors(statements, user.id)
    const stored = await transaction.user.findUnique({ where: { id: user.id }, select: { secondFactorAt: true } })
    if (!stored?.secondFactorAt)
      throw new AppError('conflict', 'Recovery codes belong to a second factor. Add a passkey or an app first.')
    await recordChange(transaction, { kind: 'second-factor.recovery-codes-made', owner: user, now })
    return await replaceRecoveryCodes(transaction, { userId: user.id, serverKey, now })
  })
  wakeOutbox()
  return { recoveryCodes }
}
