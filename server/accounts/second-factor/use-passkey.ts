import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import { recordFailedSignIn } from '#server/accounts/audit/record-failure.ts'
import type { Owner } from '#server/accounts/audit/record-in-log.ts'
import { consumeOrThrow, forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import {
  addChallenge,
  type ChallengePurpose,
  endChallenge,
  findChallenge,
  type IssuedChallenge,
} from '#server/accounts/sessions/challenges.ts'
import type { IssuedSession } from '#server/accounts/sessions/sessions.ts'
import type { Transaction } from '#server/database/database.ts'
import type { passkeyProofSchema } from '#shared/second-factor.ts'
import { startSession } from './complete-sign-in.ts'
import { readTransports } from './passkeys.ts'
import type { OwnFactorDeps } from './proof.ts'
import { recordChange } from './record-change.ts'
import { challengeExpired, passkeyRefused } from './second-factor-errors.ts'
import { codeGuesses } from './verify-second-factor.ts'
import { loadWebAuthn, relyingParty } from './webauthn.ts'

type Response = z.output<typeof passkeyProofSchema>['response']
type Prompt = { readonly options: PublicKeyCredentialRequestOptionsJSON; readonly challenge: IssuedChallenge }

/**
 * Begins a sign-in by a passkey. After the right password, the browser is told which passkeys the account has; before,
 * it says nothing about any account.
 *
 * @throws {AppError} `challenge_expired` after a password from too long ago, or `too_many_attempts`
 */
export async function passkeySignInOptions(
  deps: AccountDeps,
  { afterPassword }: { readonly afterPassword: boolean },
): Promise<Prompt> {
  const { database, clock, serverKey, client } = deps
  const attempt = [{ limit: 'passkey-ip', subject: rateLimitKey(client.ip) }] as const
  await consumeOrThrow(database, serverKey, attempt, clock.now())
  if (!afterPassword) return await promptFor(deps, 'passkey-sign-in', null)
  const pending = await findChallenge(database.read, client.cookies, ['second-factor'], clock.now())
  if (!pending?.userId) throw challengeExpired()
  return await promptFor(deps, 'second-factor', pending.userId)
}

export async function passkeyProofOptions(deps: OwnFactorDeps): Promise<Prompt> {
  return await promptFor(deps, 'passkey-proof', deps.user.id)
}

async function promptFor(
  { database, clock, config, client }: AccountDeps,
  purpose: ChallengePurpose,
  userId: string | null,
): Promise<Prompt> {
  const select = { credentialId: true, transports: true } as const
  const known = userId ? await database.read.passkey.findMany({ where: { userId }, select }) : []
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(config).id,
    userVerification: 'required',
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: readTransports(transports),
    })),
  })
  const challenge = await database.transaction((transaction) =>
    addChallenge(transaction, {
      purpose,
      userId,
      challenge: options.challenge,
      cookies: client.cookies,
      now: clock.now(),
    }),
  )
  return { options, challenge }
}

/**
 * Signs in by a passkey, which counts as both factors: the authenticator verifies its user.
 *
 * @throws {AppError} `challenge_expired` or `passkey_refused`
 * @throws {DatabaseUnavailable}
 */
export async function signInByPasskey(
  deps: AccountDeps,
  { response }: { readonly response: Response },
): Promise<IssuedSession> {
  const { database, serverKey } = deps
  const used = await verifyPasskey(deps, response, ['passkey-sign-in', 'second-factor'])
  const { owner } = used
  return await database.transaction(async (transaction) => {
    await recordUse(transaction, deps, used)
    await forgetAttempts(transaction, serverKey, [codeGuesses(owner.id)])
    return await startSession(transaction, deps, owner, 'passkey')
  })
}

/**
 * Proves by a passkey who is signed in.
 *
 * @throws {AppError} `challenge_expired` or `passkey_refused`
 * @throws {DatabaseUnavailable}
 */
export async function proveByPasskey(
  deps: OwnFactorDeps,
  { response }: { readonly response: Response },
): Promise<void> {
  const { database, clock, session, user } = deps
  const used = await verifyPasskey(deps, response, ['passkey-proof'])
  if (used.owner.id !== user.id) throw challengeExpired()
  await database.transaction(async (transaction) => {
    await recordUse(transaction, deps, used)
    await transaction.session.updateMany({ where: { id: session.id }, data: { verifiedAt: clock.now() } })
  })
}

type UsedPasskey = {
  readonly id: string
  readonly owner: Owner
  readonly counter: { readonly before: string; readonly after: string }
  readonly backedUp: boolean
}

async function verifyPasskey(
  deps: AccountDeps,
  response: Response,
  purposes: readonly ChallengePurpose[],
): Promise<UsedPasskey> {
  const { database, clock, config, client } = deps
  const pending = await findChallenge(database.read, client.cookies, purposes, clock.now())
  if (!pending?.challenge) throw challengeExpired()
  const stored = await database.read.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: { select: { id: true, email: true, role: true, confirmedAt: true } } },
  })
  if (!stored?.user.confirmedAt) throw passkeyRefused()
  if (pending.userId !== null && pending.userId !== stored.userId) throw passkeyRefused()
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config)
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: pending.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
      // The library would refuse a copy like any wrong signature. It is compared below.
      counter: 0,
    },
  }).catch(() => undefined)
  const { id, email, role } = stored.user
  const owner = { id, email, role }
  if (!verified?.verified) {
    recordFailedSignIn(deps, { account: owner, details: { by: 'passkey' } })
    throw passkeyRefused()
  }
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  if (isCopy(Number(stored.counter), newCounter)) {
    await refuseCopy(deps, owner, stored.name)
    throw passkeyRefused('This passkey seems to be a copy, so it was refused. Sign in another way, and remove it.')
  }
  const counter = { before: stored.counter, after: String(newCounter) }
  return { id: stored.id, owner, counter, backedUp: credentialBackedUp }
}

/** A counter grows with each use (WebAuthn, 6.1.1). Authenticators that keep none always send 0. */
function isCopy(before: number, after: number): boolean {
  return (before > 0 || after > 0) && after <= before
}

/** The challenge is used up, so that each prompt causes one email at most. */
async function refuseCopy({ database, clock, client, wakeOutbox }: AccountDeps, owner: Owner, name: string) {
  const now = clock.now()
  await database.transaction(async (transaction) => {
    if (!(await endChallenge(transaction, client.cookies))) return
    await recordChange(transaction, { kind: 'second-factor.passkey-refused', owner, by: null, details: { name }, now })
  })
  wakeOutbox()
}

/** Throwing takes everything in the transaction back. */
async function recordUse(transaction: Transaction, { clock, client }: AccountDeps, used: UsedPasskey): Promise<void> {
  const { id, counter, backedUp } = used
  if (!(await endChallenge(transaction, client.cookies))) throw challengeExpired()
  const { count } = await transaction.passkey.updateMany({
    where: { id, counter: counter.before },
    data: { counter: counter.after, backedUp, lastUsedAt: clock.now() },
  })
  // It was removed meanwhile, or another request used it.
  if (count === 0) throw passkeyRefused()
}
