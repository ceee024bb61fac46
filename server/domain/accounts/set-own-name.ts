import type { ActiveSession } from '#server/auth/sessions.ts'
import { addAuditEntry } from '#server/domain/audit/add-audit-entry.ts'
import type { AccountDeps } from './accounts.ts'

/** Changes what colleagues call the user from now on. Timelines keep what they said. */
export async function setOwnName(
  { database, clock, user }: Pick<AccountDeps, 'database' | 'clock'> & Pick<ActiveSession, 'user'>,
  name: string,
): Promise<void> {
  if (name === user.name) return
  const { id, email, role } = user
  await database.transaction(async (transaction) => {
    await transaction.user.updateMany({ where: { id }, data: { name } })
    // Accounts without a role belong to visitors, of whom the audit log has nothing.
    if (role === 'user') return
    await addAuditEntry(transaction, { kind: 'person.name-changed', actor: { id, email }, now: clock.now() })
  })
}
