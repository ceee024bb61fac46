import { addEmailToken } from '#server/accounts/email-links/email-tokens.ts'
import type { Database } from '#server/database/database.ts'
import type { StaffRole } from '#shared/people.ts'
import { giveRole } from './give-role.ts'
import { keepAnAdministrator } from './keep-an-administrator.ts'

/**
 * Gives a role from the command line. It also invites an account that cannot sign in yet, by a link that is printed.
 *
 * @throws {AppError} `conflict` if it would take the role of the last administrator
 */
export async function addStaff(
  database: Pick<Database, 'transaction'>,
  {
    email,
    name,
    role,
    now,
  }: { readonly email: string; readonly name?: string | undefined; readonly role: StaffRole; readonly now: Date },
): Promise<{ readonly invitation: string | undefined; readonly isChanged: boolean }> {
  return await database.transaction(async (transaction, statements) =>
    keepAnAdministrator(transaction, statements, async () => {
      const { id, roleBefore, isInvited } = await giveRole(transaction, { email, name, role, by: null, now })
      const isChanged = roleBefore !== role
      if (!isInvited) return { invitation: undefined, isChanged }
      const invitation = await addEmailToken(transaction, { userId: id, purpose: 'invitation', now })
      return { invitation, isChanged }
    }),
  )
}

type StaffMember = {
  readonly email: string
  readonly name: string | null
  readonly role: string
  readonly isConfirmed: boolean
  /** Ignores ended sessions. */
  readonly lastUsedAt: Date | undefined
}

export async function listStaff({ read }: Pick<Database, 'read'>): Promise<{ staff: StaffMember[]; others: number }> {
  const users = await read.user.findMany({
    where: { role: { not: 'user' } },
    orderBy: { email: 'asc' },
    select: {
      email: true,
      name: true,
      role: true,
      confirmedAt: true,
      sessions: { select: { lastUsedAt: true }, orderBy: { lastUsedAt: 'desc' }, take: 1 },
    },
  })
  const others = await read.user.count({ where: { role: 'user' } })
  const staff = users.map(({ email, name, role, confirmedAt, sessions: [latest] }) => {
    return { email, name, role, isConfirmed: confirmedAt !== null, lastUsedAt: latest?.lastUsedAt }
  })
  return { staff, others }
}
