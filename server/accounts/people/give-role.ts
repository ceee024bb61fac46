import { v7 as newId } from 'uuid'
import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Transaction } from '#server/database/database.ts'
import type { StaffRole } from '#shared/people.ts'

export type RoleGift = {
  /** It has to be in lower case. */
  readonly email: string
  /** Replaces the name only before the person has joined. */
  readonly name?: string | undefined
  readonly role: StaffRole
  /** It is null for the command line. */
  readonly by: AuditPerson | null
  readonly now: Date
}

export type RoleGiven = {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly roleBefore: string
  /** Whether an invitation has to lead to the first password. */
  readonly isInvited: boolean
}

/**
 * Gives an address a role: to its account, or to a new one that an invitation opens. Taking an administrator's role away
 * needs `keepAnAdministrator` around it.
 */
export async function giveRole(
  transaction: Pick<Transaction, 'user' | 'auditEntry'>,
  { email, name, role, by, now }: RoleGift,
): Promise<RoleGiven> {
  const select = { id: true, email: true, name: true, role: true, confirmedAt: true, passwordHash: true } as const
  const before = await transaction.user.findUnique({ where: { email }, select })
  const id = before?.id ?? newId({ msecs: now.getTime() })
  const isInvited = !before || before.confirmedAt === null || before.passwordHash === null
  const columns = {
    role,
    ...(isInvited ? { invitedAt: now, invitedById: by?.id ?? null } : {}),
    ...(isInvited && name !== undefined ? { name } : {}),
  }
  if (before) await transaction.user.updateMany({ where: { id }, data: columns })
  else await transaction.user.create({ data: { id, email, createdAt: now, ...columns } })

  const roleBefore = before?.role ?? 'user'
  const subject = { id, email }
  if (isInvited && roleBefore === 'user')
    await addAuditEntry(transaction, { kind: 'person.invited', actor: by, subject, details: { role }, now })
  else if (roleBefore !== role)
    await addAuditEntry(transaction, {
      kind: 'person.role-changed',
      actor: by,
      subject,
      details: { from: roleBefore, to: role },
      now,
    })
  const isNamed = isInvited && name !== undefined
  return { id, email, name: isNamed ? name : (before?.name ?? null), roleBefore, isInvited }
}
