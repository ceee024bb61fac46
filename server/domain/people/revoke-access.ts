import { endSessionsOf } from '#server/auth/sessions.ts'
import type { Statements, Transaction } from '#server/database/database.ts'
import { keepAnAdministrator } from '#server/domain/accounts/keep-an-administrator.ts'
import { type AuditPerson, addAuditEntry } from '#server/domain/audit/add-audit-entry.ts'
import { findAssignee } from '#server/domain/estimates/assignees.ts'
import { inTries, manyLock } from '#server/domain/estimates/change-many.ts'
import { handOverOpenEstimates } from '#server/domain/estimates/hand-over.ts'
import { assertProvedRecently } from '#server/domain/second-factor/proof.ts'
import { AppError } from '#server/errors.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import { maxOpenCount, type StaffRole } from '#shared/people.ts'
import { assertConfirmed, assertSeen, assertStillAllowed, findPerson, type PeopleDeps } from './people-deps.ts'

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
 * Takes the role, ends all sessions, links and streams, and hands over the open estimates, in one transaction. The
 * account stays, so that timelines and closed estimates keep it.
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
  if (successorId === userId) throw new AppError('invalid', 'Choose somebody else to take over.')
  const { database, clock, user, wakeOutbox } = deps
  const now = clock.now()
  const handedOver = await inTries(() =>
    database.transaction((transaction, statements) =>
      keepAnAdministrator(
        transaction,
        statements,
        async () => {
          await assertStillAllowed(transaction, deps)
          const person = await findPerson(transaction, userId)
          assertSeen(person, seenRole)
          const successor = successorId === null ? null : await findAssignee(transaction, successorId)
          const count = await handOverOpenEstimates(transaction, statements, {
            from: person,
            to: successor,
            actor: user,
            at: now,
          })
          if (successor && count > 0 && successor.id !== user.id)
            await addAccountMail(transaction, { kind: 'account.took-over', address: successor.email, now })
          await endAccess(transaction, userId)
          await addAuditEntry(transaction, {
            kind: 'person.revoked',
            actor: deps.user,
            subject: userId === user.id ? null : { id: userId, email: person.email },
            details: { from: person.role, estimates: count },
            now,
          })
          return count
        },
        [manyLock],
      ),
    ),
  )
  wakeOutbox()
  return { handedOver }
}

/** `signed out`: no role, but sessions or links. */
export type RevokeResult = 'revoked' | 'signed out' | 'unchanged' | 'no account'

/**
 * From the command line: takes the role and ends all sessions and links. Estimates stay with the person.
 *
 * @throws {AppError} `conflict` for the last administrator
 */
export async function revokeByAddress(
  transaction: Transaction,
  statements: Statements,
  { email, by, now }: { readonly email: string; readonly by: AuditPerson | null; readonly now: Date },
): Promise<RevokeResult> {
  return await keepAnAdministrator(transaction, statements, async () => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true, role: true } })
    if (!user) return 'no account'
    const ended = await endAccess(transaction, user.id)
    if (user.role === 'user') return ended > 0 ? 'signed out' : 'unchanged'
    const subject = { id: user.id, email }
    await addAuditEntry(transaction, { kind: 'person.revoked', actor: by, subject, details: { from: user.role }, now })
    return 'revoked'
  })
}

/** @returns how many sessions and links it ended */
async function endAccess(transaction: Transaction, id: string): Promise<number> {
  const data = { role: 'user', invitedAt: null, invitedById: null }
  await transaction.user.updateMany({ where: { id }, data })
  const sessions = await transaction.session.count({ where: { userId: id } })
  await endSessionsOf(transaction, id)
  const links = await transaction.emailToken.deleteMany({ where: { userId: id } })
  return sessions + links.count
}
