import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { lockAttempts } from '#server/accounts/limits/attempts.ts'
import type { RateLimitKey } from '#server/accounts/limits/limits.ts'
import { assertStillAllowed, findPerson, type PeopleDeps } from '#server/accounts/second-factor/administrators.ts'
import { assertProvedRecently } from '#server/accounts/second-factor/proof.ts'
import { AppError } from '#server/errors.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { type Invited, roleLabel, type StaffRole } from '#shared/people.ts'
import { giveRole } from './give-role.ts'

/**
 * Emails a link to an address that has no account, and gives one that has its role at once.
 *
 * @throws {AppError} `proof_required`; `conflict` for a person with a role or an open invitation; `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function invite(
  deps: PeopleDeps,
  { email, name, role }: { readonly email: string; readonly name?: string | undefined; readonly role: StaffRole },
): Promise<Invited> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, wakeOutbox } = deps
  const now = clock.now()
  const limits = invitationLimits(deps, email)
  const invited = await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, limits)
    await assertStillAllowed(transaction, deps)
    const before = await transaction.user.findUnique({ where: { email }, select: { role: true, confirmedAt: true } })
    if (before && before.role !== 'user') throw alreadyThere(before)
    consume(counters, limits, now)
    await statements.writeAttempts(counters.changed)
    const given = await giveRole(transaction, { email, name, role, by: deps.user, now })
    const kind = given.isInvited ? 'account.invitation' : 'account.role-given'
    await addAccountMail(transaction, { kind, address: email, now })
    return given
  })
  wakeOutbox()
  return { outcome: invited.isInvited ? 'invited' : 'role-given', email, name: invited.name }
}

/**
 * Emails another link. The earlier ones work until they expire.
 *
 * @throws {AppError} `proof_required`; `not_found`; `conflict` once the person has joined; `too_many_attempts`
 * @throws {DatabaseUnavailable}
 */
export async function inviteAgain(deps: PeopleDeps, { userId }: { readonly userId: string }): Promise<void> {
  await assertProvedRecently(deps)
  const { database, clock, serverKey, wakeOutbox } = deps
  const now = clock.now()
  const { email } = await findPerson(database.read, userId)
  const limits = invitationLimits(deps, email)
  await database.transaction(async (transaction, statements) => {
    const counters = await lockAttempts(statements, serverKey, limits)
    await assertStillAllowed(transaction, deps)
    const person = await findPerson(transaction, userId)
    assertOpen(person)
    consume(counters, limits, now)
    await statements.writeAttempts(counters.changed)
    const by = deps.user
    await transaction.user.updateMany({ where: { id: userId }, data: { invitedAt: now, invitedById: by.id } })
    await addAuditEntry(transaction, {
      kind: 'person.invited-again',
      actor: by,
      subject: { id: userId, email: person.email },
      details: { role: person.role },
      now,
    })
    await addAccountMail(transaction, { kind: 'account.invitation', address: person.email, now })
  })
  wakeOutbox()
}

/**
 * Ends the links of an invitation, and deletes the account that it made.
 *
 * @throws {AppError} `not_found`; `conflict` once the person has joined
 * @throws {DatabaseUnavailable}
 */
export async function withdrawInvitation(deps: PeopleDeps, { userId }: { readonly userId: string }): Promise<void> {
  const { database, clock } = deps
  await database.transaction(async (transaction) => {
    await assertStillAllowed(transaction, deps)
    const person = await findPerson(transaction, userId)
    assertOpen(person)
    const where = { id: userId, confirmedAt: null }
    await transaction.emailToken.deleteMany({ where: { userId } })
    const { count } =
      person.passwordHash === null
        ? await transaction.user.deleteMany({ where })
        : // The owner of the address, or a stranger, signed up with it.
          await transaction.user.updateMany({ where, data: { role: 'user', invitedAt: null, invitedById: null } })
    if (count === 0) throw joined()
    await addAuditEntry(transaction, {
      kind: 'person.invitation-withdrawn',
      actor: deps.user,
      subject: { id: userId, email: person.email },
      details: { role: person.role },
      now: clock.now(),
    })
  })
}

function assertOpen({ confirmedAt }: { readonly confirmedAt: Date | null }): void {
  if (confirmedAt) throw joined()
}

function joined(): AppError {
  return new AppError('conflict', 'This person has joined meanwhile. Revoke their access instead.')
}

function alreadyThere({ role, confirmedAt }: { readonly role: string; readonly confirmedAt: Date | null }): AppError {
  const message = confirmedAt
    ? `This person already has access, as ${roleLabel(role)}. Change the role in the list.`
    : 'This address already has an open invitation. Send it again from the list.'
  return new AppError('conflict', message, { fieldErrors: { email: [message] } })
}

function invitationLimits({ user }: PeopleDeps, email: string): readonly RateLimitKey[] {
  return [
    { limit: 'invitation-minute', subject: email },
    { limit: 'invitation-day', subject: email },
    { limit: 'inviter-hour', subject: user.id },
  ]
}

type Counters = Awaited<ReturnType<typeof lockAttempts>>

function consume(counters: Counters, limits: readonly RateLimitKey[], now: Date): void {
  const result = counters.consume(limits, now)
  if (!result.refused) return
  const { retryAfterSeconds } = result
  const wait = retryAfterSeconds <= 60 ? 'a minute' : 'a while'
  throw new AppError('too_many', `An invitation was just sent. Please wait ${wait} before you send another one.`, {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  })
}
