import { AppError } from '#server/errors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'
import { resetSecondFactor } from './reset-second-factor.ts'

/**
 * Resets the second factor of another person with a role, for an administrator.
 *
 * @throws {AppError} `proof_required`; `insufficient_role`; or when there is nothing to reset
 */
export async function resetSecondFactorOfPerson(
  deps: OwnFactorDeps,
  { userId }: { readonly userId: string },
): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, user, wakeOutbox } = deps
  if (userId === user.id) throw new AppError('conflict', 'Change your own second factor on your account page.')
  const result = await resetSecondFactor(database, { person: { id: userId }, by: user, serverKey, now: clock.now() })
  if (result === 'no account') throw new AppError('not_found', 'This account was deleted.')
  if (result === 'nothing to reset') throw new AppError('conflict', 'This person has no second factor.')
  wakeOutbox()
}
