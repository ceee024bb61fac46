import { addEmailToken } from '#server/auth/email-tokens.ts'
import type { Database } from '#server/database/database.ts'
import { forgetAttempts } from '#server/rate-limits/attempts.ts'
import { accountFailures } from './account-failures.ts'
import { mailLimits } from './mail-limits.ts'

/**
 * Makes a link for a new password without a mail, for an operator to hand over. Forgets the wrong passwords and the
 * mails that were counted for the account, so that strangers cannot keep its owner out. The pauses of single network
 * addresses stay and end by themselves.
 *
 * @param input the address in lower case
 * @returns the link's secret; undefined where there is no such account
 * @throws {DatabaseUnavailable} nothing has changed
 */
export async function issueResetLink(
  database: Pick<Database, 'transaction'>,
  { email, serverKey, now }: { readonly email: string; readonly serverKey: Buffer; readonly now: Date },
): Promise<string | undefined> {
  return await database.transaction(async (transaction) => {
    const user = await transaction.user.findUnique({ where: { email }, select: { id: true } })
    if (!user) return undefined
    const { shared, reset } = mailLimits(email)
    await forgetAttempts(transaction, serverKey, [...accountFailures(email), ...shared, reset])
    return await addEmailToken(transaction, { userId: user.id, purpose: 'reset', now })
  })
}
