import { accountFailures } from '#server/accounts/limits/account-counters.ts'
import { forgetAttempts } from '#server/accounts/limits/attempts.ts'
import { removeAllFactors } from '#server/accounts/second-factor/factors.ts'
import { codeGuesses } from '#server/accounts/second-factor/verify-second-factor.ts'
import { endSessionsOfUser } from '#server/accounts/sessions/sessions.ts'
import type { RenamedAccount, Statements, Transaction } from '#server/database/database.ts'
import { queueRenaming } from './rename-account.ts'

type ErasedAccount = {
  readonly account: { readonly id: string; readonly email: string }
  /** Stands in the place of the address. */
  readonly name: string
  readonly serverKey: Buffer
  readonly at: Date
}

/**
 * Erases an account: it cannot sign in, and its address is gone from it, the exports and the audit log. The row stays,
 * since estimates refer to it and are counted by it. {@link queueRenaming} does the timelines.
 */
export async function eraseAccountRow(
  transaction: Transaction,
  statements: Statements,
  { account: { id, email }, name, serverKey, at }: ErasedAccount,
): Promise<void> {
  const renamed: RenamedAccount = { id, addresses: await readAddresses(transaction, { id, email }), name }
  await endSessionsOfUser(transaction, id)
  await removeAllFactors(transaction, id)
  await transaction.emailToken.deleteMany({ where: { userId: id } })
  await transaction.emailChange.deleteMany({ where: { userId: id } })
  await transaction.nudge.deleteMany({ where: { userId: id } })
  await transaction.savedView.deleteMany({ where: { ownerId: id } })
  const address = { in: [...renamed.addresses] }
  await transaction.outboxMessage.deleteMany({ where: { estimateId: null, address } })
  // The address was in STAFF_INBOX. Timelines still show that an email went to the staff.
  await transaction.outboxMessage.updateMany({ where: { estimateId: { not: null }, address }, data: { address: null } })
  await forgetAttempts(transaction, serverKey, [...renamed.addresses.flatMap(accountFailures), codeGuesses(id)])
  await transaction.user.updateMany({
    where: { id },
    data: {
      name: null,
      invitedAt: null,
      invitedById: null,
      // The address is unique, and this is none.
      email: `${name} ${id.slice(-8)}`,
      role: 'user',
      passwordHash: null,
      pendingDigest: null,
      // The sweep deletes accounts that were never confirmed.
      confirmedAt: at,
      newEstimatesSince: null,
      notifyAssigned: false,
      notifyDeadlines: false,
      notifyDigest: false,
      calendarFeed: null,
    },
  })
  await statements.renameInLogs(renamed)
  await queueRenaming(transaction, renamed, at)
}

/** An account may have had other addresses; its changes, the audit log and the exports know them. */
async function readAddresses(
  { emailChange, auditEntry, estimateExport }: Pick<Transaction, 'emailChange' | 'auditEntry' | 'estimateExport'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string[]> {
  const changed = await emailChange.findMany({ where: { userId: id }, select: { fromEmail: true, toEmail: true } })
  const acted = await auditEntry.groupBy({ by: ['actorEmail'], where: { actorId: id } })
  const suffered = await auditEntry.groupBy({ by: ['subjectEmail'], where: { subjectId: id } })
  const exported = await estimateExport.groupBy({ by: ['actorEmail'], where: { actorId: id } })
  const known = [
    ...changed.flatMap(({ fromEmail, toEmail }) => [fromEmail, toEmail]),
    ...acted.map(({ actorEmail }) => actorEmail),
    ...suffered.map(({ subjectEmail }) => subjectEmail),
    ...exported.map(({ actorEmail }) => actorEmail),
  ]
  return [...new Set([email, ...known.flatMap((address) => address ?? [])])]
}
