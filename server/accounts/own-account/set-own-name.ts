import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'

/** Changes what colleagues call the user from now on. Timelines keep what they said. */
export async function setOwnName(
  { database, clock, user }: Pick<AccountDeps, 'database' | 'clock'> & Pick<ActiveSession, 'user'>,
  name: string,
): Promise<void> {
  if (name === user.name) return
  await database.transaction(async (transaction) => {
    await transaction.user.updateMany({ where: { id: user.id }, data: { name } })
    await recordInLog(transaction, { kind: 'person.name-changed', owner: user, now: clock.now() })
  })
}
