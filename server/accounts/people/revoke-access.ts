import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { cancelEmailChange } from '#server/accounts/email-links/email-changes.ts'
import { usedPurpose } from '#server/accounts/email-links/email-tokens.ts'
import {
  assertConfirmed,
  assertSeen,
  assertStillAllowed,
  findPerson,
  type PeopleDeps,
} from '#server/accounts/second-factor/administrators.ts'
import { assertProvedRecently } from '#server/accounts/second-factor/proof.ts'
import { endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import type { Database, Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { findAssignee, findAssigneeByAddress } from '#server/estimates/work/assignees.ts'
import { bulkChangeLock, inTries } from '#server/estimates/work/bulk-change.ts'
import { handOverOpenEstimates } from '#server/estimates/work/hand-over.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { isAhead } from '#server/visits/visit-conditions.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { maxOpenCount, type StaffRole } from '#shared/people.ts'
import { keepAnAdministrator } from './keep-an-administrator.ts'

type Revocation = {
  readonly userId: string
  readonly seenRole: StaffRole
  /** Null unassigns the open estimates. */
  readonly successorId: string | null
  readonly confirmation?: string | undefined
}

/** @returns how many open estimates a person has, at most `maxOpenCount` */
export async function countOpenEstimates(
  { database: { queries } }: Pick<PeopleDeps, 'database'>,
  { userId }: { readonly userId: string },
): Promise<{ open: number }> {
  return { open: (await queries.openEstimates(userId, maxOpenCount)).length }
}

/**
 * Takes the role and the visits that are ahead, ends all sessions, links and streams, and hands over the open estimates, in
 * one transaction. The account stays, so that timelines and closed estimates keep it.
 *
 * @throws {AppError} `proof_required`; `not_found`; `conflict` for a role that was changed meanwhile, for the last
 * administrator, and while colleagues change the same estimates; `invalid`, at `confirmation` or `assigneeId`
 * @throws {DatabaseUnavailable}
 */
export async function revokeAccess(
  deps: PeopleDeps,
  { userId, seenRole, successorId, confirmation }: Revocation,
): Promise<{ handedOver: number }> {
  await assertProvedRecently(deps)
  assertConfirmed(deps, userId, confirmation)
  if (successorId === userId) throw takesOverOwn()
  const { database, clock, user, wakeOutbox } = deps
  const now = clock.now()
  const handedOver = await inTransaction(database, async (transaction, statements) => {
    await assertStillAllowed(transaction, deps)
    const person = await findPerson(transaction, userId)
    assertSeen(person, seenRole)
    const successor = successorId === null ? null : await findAssignee(transaction, successorId)
    return await takeAccess(transaction, statements, { person, successor, by: user, now })
  })
  wakeOutbox()
  return { handedOver }
}

/** `signed out`: no role, but sessions or links. */
export type RevokeResult =
  | { readonly outcome: 'revoked'; readonly handedOver: number }
  | { readonly outcome: 'signed out' | 'unchanged' | 'no account' }

type ShellRevocation = {
  /** It has to be in lower case. */
  readonly email: string
  /** Null unassigns the open estimates. */
  readonly successorEmail: string | null
  readonly now: Date
}

/**
 * Revokes access for the command line. An account without a role loses its sessions and links.
 *
 * @throws {AppError} `conflict` for the last administrator, and while colleagues change the same estimates; `invalid`
 * for a successor who is not on the staff
 */
export async function revokeByAddress(
  database: Pick<Database, 'transaction'>,
  { email, successorEmail, now }: ShellRevocation,
): Promise<RevokeResult> {
  if (successorEmail === email) throw takesOverOwn()
  return await inTransaction(database, async (transaction, statements): Promise<RevokeResult> => {
    const successor = successorEmail === null ? null : await findAssigneeByAddress(transaction, successorEmail)
    const select = { id: true, email: true, name: true, role: true } as const
    const person = await transaction.user.findUnique({ where: { email }, select })
    if (!person) return { outcome: 'no account' }
    if (person.role === 'user')
      return { outcome: (await endAccess(transaction, person.id)) > 0 ? 'signed out' : 'unchanged' }
    const handedOver = await takeAccess(transaction, statements, { person, successor, by: null, now })
    return { outcome: 'revoked', handedOver }
  })
}

function takesOverOwn(): AppError {
  return new AppError('invalid', 'Choose someone else to take over.')
}

/** Keeps an administrator, and tries again when colleagues change the same estimates. */
function inTransaction<Result>(
  database: Pick<Database, 'transaction'>,
  revoke: (transaction: Transaction, statements: Statements) => Promise<Result>,
): Promise<Result> {
  return inTries(() =>
    database.transaction((transaction, statements) =>
      keepAnAdministrator(transaction, statements, () => revoke(transaction, statements), [bulkChangeLock]),
    ),
  )
}

type Loss = {
  readonly person: Assignee & { readonly role: string }
  readonly successor: Assignee | null
  /** It is null for the command line. */
  readonly by: AuditPerson | null
  readonly now: Date
}

/** @returns how many open estimates it handed over */
async function takeAccess(
  transaction: Transaction,
  statements: Statements,
  { person, successor, by, now }: Loss,
): Promise<number> {
  const handOver = { from: person, to: successor, actor: by, at: now }
  const count = await handOverOpenEstimates(transaction, statements, handOver)
  // The successor does not know when they are. Today says of each that nobody goes.
  await transaction.visit.updateMany({
    where: { assigneeId: person.id, endsAt: { gt: now }, ...isAhead },
    data: { assigneeId: null },
  })
  if (successor && count > 0 && successor.id !== by?.id)
    await addAccountMail(transaction, { kind: 'account.took-over', address: successor.email, now })
  await endAccess(transaction, person.id)
  await addAuditEntry(transaction, {
    kind: 'person.revoked',
    actor: by,
    subject: person.id === by?.id ? null : { id: person.id, email: person.email },
    details: { from: person.role, estimates: count },
    now,
  })
  return count
}

/** @returns how many sessions and links it ended */
async function endAccess(transaction: Transaction, id: string): Promise<number> {
  // The address of the calendar would return with the role.
  const data = { role: 'user', invitedAt: null, invitedById: null, calendarFeed: null }
  await transaction.user.updateMany({ where: { id }, data })
  const sessions = await transaction.session.count({ where: { userId: id } })
  await endSessionsOfUser(transaction, id)
  const links = await transaction.emailToken.count({ where: { userId: id, purpose: { not: usedPurpose } } })
  await transaction.emailToken.deleteMany({ where: { userId: id } })
  const hadChange = await cancelEmailChange(transaction, id)
  return sessions + links + Number(hadChange)
}
