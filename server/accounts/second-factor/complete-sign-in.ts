import { type Owner, recordInLog } from '#server/accounts/audit/record-in-log.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { addChallenge, type IssuedChallenge } from '#server/accounts/sessions/challenges.ts'
import { createSession, type IssuedSession } from '#server/accounts/sessions/sessions.ts'
import type { Transaction } from '#server/database/database.ts'
import type { SecondFactorMethod } from '#shared/second-factor.ts'
import { readMethods } from './factors.ts'

/** After the right password, a session has begun, or the second factor comes next. */
export type SignInResult =
  | { readonly session: IssuedSession }
  | { readonly challenge: IssuedChallenge; readonly methods: readonly SecondFactorMethod[] }

type CompletionDeps = Pick<AccountDeps, 'clock' | 'serverKey' | 'client'>

/** Starts a session, or for an account with a second factor the challenge that asks for it. */
export async function completePassword(
  transaction: Transaction,
  deps: CompletionDeps,
  user: Owner & { readonly secondFactorAt: Date | null },
): Promise<SignInResult> {
  if (!user.secondFactorAt) return { session: await startSession(transaction, deps, user, 'password') }
  const { clock, client } = deps
  const challenge = await addChallenge(transaction, {
    purpose: 'second-factor',
    userId: user.id,
    challenge: null,
    cookies: client.cookies,
    now: clock.now(),
  })
  return { challenge, methods: await readMethods(transaction, user.id) }
}

export async function startSession(
  transaction: Transaction,
  { clock, serverKey, client: { userAgent: device, ip, cookies } }: CompletionDeps,
  user: Owner,
  by: 'password' | SecondFactorMethod,
): Promise<IssuedSession> {
  const now = clock.now()
  await recordInLog(transaction, { kind: 'sign-in.succeeded', owner: user, details: { by }, now })
  return await createSession(transaction, { userId: user.id, device, ip, cookies, serverKey }, now)
}
