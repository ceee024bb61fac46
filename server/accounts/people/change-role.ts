import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import {
  assertConfirmed,
  assertSeen,
  assertStillAllowed,
  findPerson,
  type PeopleDeps,
} from '#server/accounts/second-factor/administrators.ts'
import { assertProvedRecently } from '#server/accounts/second-factor/proof.ts'
import { addAccountMail } from '#server/mail/messages/account-mail.ts'
import type { StaffRole } from '#shared/people.ts'
import { keepAnAdministrator } from './keep-an-administrator.ts'

type RoleChange = {
  readonly userId: string
  readonly seenRole: StaffRole
  readonly role: StaffRole
  readonly confirmation?: string | undefined
}

/**
 * The role holds from the next request on; open streams end if they need the former role.
 *
 * @throws {AppError} `proof_required`; `not_found`; `conflict` for a role that was changed meanwhile, and for the last
 * administrator; `invalid`, at the field `confirmation`
 * @throws {DatabaseUnavailable}
 */
export async function changeRole(
  deps: PeopleDeps,
  { userId, seenRole, role, confirmation }: RoleChange,
): Promise<void> {
  await assertProvedRecently(deps)
  if (role === 'staff') assertConfirmed(deps, userId, confirmation)
  const { database, clock, wakeOutbox } = deps
  const now = clock.now()
  await database.transaction((transaction, statements) =>
    keepAnAdministrator(transaction, statements, async () => {
      await assertStillAllowed(transaction, deps)
      const person = await findPerson(transaction, userId)
      assertSeen(person, seenRole)
      if (person.role === role) return
      await transaction.user.updateMany({ where: { id: userId }, data: { role } })
      await addAuditEntry(transaction, {
        kind: 'person.role-changed',
        actor: deps.user,
        subject: userId === deps.user.id ? null : { id: userId, email: person.email },
        details: { from: person.role, to: role },
        now,
      })
      // An open invitation says the role that it has when it is sent.
      if (person.confirmedAt)
        await addAccountMail(transaction, { kind: 'account.role-given', address: person.email, now })
    }),
  )
  wakeOutbox()
}
