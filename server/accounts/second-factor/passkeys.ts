import { randomUUID } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type * as z from 'zod/mini'
import {
  addChallenge,
  endChallenge,
  findChallenge,
  type IssuedChallenge,
} from '#server/accounts/sessions/challenges.ts'
import { AppError } from '#server/errors.ts'
import { type FactorAdded, maxPasskeys, type newPasskeySchema } from '#shared/second-factor.ts'
import { assertFactorMayGo } from './duty.ts'
import { factorAdded, lockFactors, switchOffWithoutFactors } from './factors.ts'
import { assertProvedRecently, type OwnFactorDeps } from './proof.ts'
import { recordChange } from './record-change.ts'
import { challengeExpired, passkeyRefused } from './second-factor-errors.ts'
import { loadWebAuthn, relyingParty } from './webauthn.ts'

const refused = 'This passkey could not be added. Please try again, or use another device.'

/** @throws {AppError} `proof_required`, or when there are too many */
export async function newPasskeyOptions(
  deps: OwnFactorDeps,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON; challenge: IssuedChallenge }> {
  await assertProvedRecently(deps)
  const { database, clock, config, client, user } = deps
  const select = { credentialId: true, transports: true } as const
  const existing = await database.read.passkey.findMany({ where: { userId: user.id }, select })
  if (existing.length >= maxPasskeys)
    throw new AppError('conflict', `You have ${maxPasskeys} passkeys. Remove one before you add another.`)
  const { generateRegistrationOptions } = await loadWebAuthn()
  const { name: rpName, id: rpID } = relyingParty(config)
  const options = await generateRegistrationOptions({
    rpName,
    rpID,
    userName: user.email,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: readTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  const challenge = await database.transaction((transaction) =>
    addChallenge(transaction, {
      purpose: 'passkey-registration',
      userId: user.id,
      challenge: options.challenge,
      cookies: client.cookies,
      now: clock.now(),
    }),
  )
  return { options, challenge }
}

/** @throws {AppError} `challenge_expired`, `passkey_refused` or `proof_required`; nothing is changed */
export async function addPasskey(
  deps: OwnFactorDeps,
  { name, response }: z.output<typeof newPasskeySchema>,
): Promise<FactorAdded> {
  await assertProvedRecently(deps)
  const { database, clock, config, client, serverKey, session, user, wakeOutbox } = deps
  const pending = await findChallenge(database.read, client.cookies, ['passkey-registration'], clock.now())
  if (!pending?.challenge || pending.userId !== user.id) throw challengeExpired()
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(config)
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: pending.challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) throw passkeyRefused(refused)
  const { credential, credentialBackedUp } = verified.registrationInfo
  const now = clock.now()
  const recoveryCodes = await database.transaction(async (transaction, statements) => {
    await lockFactors(statements, user.id)
    if (!(await endChallenge(transaction, client.cookies))) throw challengeExpired()
    const taken = await transaction.passkey.count({ where: { credentialId: credential.id } })
    const existing = await transaction.passkey.count({ where: { userId: user.id } })
    if (taken > 0 || existing >= maxPasskeys) throw passkeyRefused(refused)
    await transaction.passkey.create({
      data: {
        id: randomUUID(),
        credentialId: credential.id,
        userId: user.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: String(credential.counter),
        transports: (credential.transports ?? []).join(),
        name,
        backedUp: credentialBackedUp,
        createdAt: now,
      },
    })
    await recordChange(transaction, { kind: 'second-factor.passkey-added', owner: user, details: { name }, now })
    return await factorAdded(transaction, { userId: user.id, sessionId: session.id, serverKey, now })
  })
  wakeOutbox()
  return { recoveryCodes }
}

/** @throws {AppError} `proof_required`, or if the role needs a second factor and this is the last one */
export async function removePasskey(deps: OwnFactorDeps, { id }: { readonly id: string }): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, user, wakeOutbox } = deps
  const now = clock.now()
  await database.transaction(async (transaction, statements) => {
    await lockFactors(statements, user.id)
    const where = { id, userId: user.id }
    const stored = await transaction.passkey.findFirst({ where, select: { name: true } })
    if (!stored) throw new AppError('not_found', 'This passkey was removed already.')
    await transaction.passkey.deleteMany({ where })
    await assertFactorMayGo(transaction, user)
    await switchOffWithoutFactors(transaction, user.id)
    const { name } = stored
    await recordChange(transaction, { kind: 'second-factor.passkey-removed', owner: user, details: { name }, now })
  })
  wakeOutbox()
}

export function readTransports(stored: string): string[] {
  return stored === '' ? [] : stored.split(',')
}
