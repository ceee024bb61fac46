import { v7 as newId } from 'uuid'
import { addEmailToken } from '#server/auth/email-tokens.ts'
import { endSessionsOf } from '#server/auth/sessions.ts'
import type { Database } from '#server/database/database.ts'
import type { Role } from '#shared/permissions.ts'

type StaffRole = Exclude<Role, 'user'>

/** Also invites an account that cannot sign in yet. */
export async function addStaff(
  database: Pick<Database, 'transaction'>,
  { email, role, now }: { readonly email: string; readonly role: StaffRole; readonly now: Date },
): Promise<{ readonly invitation: string | undefined; readonly isChanged: boolean }> {
  return await database.transaction(async (transaction) => {
    const before = await transaction.user.findUnique({ where: { email }, select: { id: true, role: true } })
    const isChanged = before?.role !== role
    const id = before?.id ?? newId({ msecs: now.getTime() })
    if (before) await transaction.user.updateMany({ where: { id }, data: { role } })
    else await transaction.user.create({ data: { id, email, role, createdAt: now } })
    const canSignIn = { id, confirmedAt: { not: null }, passwordHash: { not: null } }
    if ((await transaction.user.count({ where: canSignIn })) > 0) return { invitation: undefined, isChanged }
    const invitation = await addEmailToken(transaction, { userId: id, purpose: 'invitation', now })
    return { invitation, isChanged }
  })
}

/** `signed out`: no role, but sessions or links. */
type RevokeResult = 'revoked' | 'signed out' | 'unchanged' | 'no account'

/** The account stays. */
export async function revokeStaff(database: Pick<Database, 'transaction'>, email: string): Promise<RevokeResult> {
  return await database.transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true, role: true } })
    if (!user) return 'no account'
    await transaction.user.updateMany({ where: { id: user.id }, data: { role: 'user' } })
    const sessions = await transaction.session.count({ where: { userId: user.id } })
    await endSessionsOf(transaction, user.id)
    const links = await transaction.emailToken.deleteMany({ where: { userId: user.id } })
    if (user.role !== 'user') return 'revoked'
    return sessions + links.count > 0 ? 'signed out' : 'unchanged'
  })
}

type StaffMember = {
  readonly email: string
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
      role: true,
      confirmedAt: true,
      sessions: { select: { lastUsedAt: true }, orderBy: { lastUsedAt: 'desc' }, take: 1 },
    },
  })
  const others = await read.user.count({ where: { role: 'user' } })
  const staff = users.map(({ email, role, confirmedAt, sessions: [latest] }) => {
    return { email, role, isConfirmed: confirmedAt !== null, lastUsedAt: latest?.lastUsedAt }
  })
  return { staff, others }
}
