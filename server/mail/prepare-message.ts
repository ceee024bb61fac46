import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { addEmailToken, type LinkPurpose } from '#server/auth/email-tokens.ts'
import type { Database } from '#server/database/database.ts'
import { type AccountMailKind, isAccountMailKind } from './account-mail.ts'
import type { MessageToRender } from './templates/render-message.ts'

/** An outbox row with what can be read along with it. */
export type StoredMessage = Omit<MessageToRender, 'account'> & {
  /** Whom a letter about an account is for. */
  readonly address: string | null
}

type Rule = {
  /** Of whoever has the address: who gets the letter. */
  readonly to: Prisma.UserWhereInput
  /** What its link is for, where it has a secret one. */
  readonly purpose?: LinkPurpose
}

const rules: Readonly<Record<AccountMailKind, Rule>> = {
  // Of an invitation that nobody has taken up there is nothing to confirm yet.
  'account.confirmation': { to: { confirmedAt: null, passwordHash: { not: null } }, purpose: 'confirmation' },
  'account.exists': { to: { confirmedAt: { not: null } } },
  'account.reset': { to: {}, purpose: 'reset' },
  'account.password-changed': { to: {} },
  'account.locked': { to: {}, purpose: 'reset' },
}

/**
 * Looks up what a letter about an account needs, and makes the secret of its link: only the letter ever has it, the
 * database keeps a digest. Other messages are ready as they are.
 *
 * @returns undefined where there is nothing to send
 */
export async function prepareMessage(
  database: Pick<Database, 'transaction'>,
  { address, ...message }: StoredMessage,
  now: Date,
): Promise<MessageToRender | undefined> {
  const { kind } = message
  if (!isAccountMailKind(kind)) return { ...message, account: null }
  if (address === null) return undefined
  const { to, purpose } = rules[kind]
  return await database.transaction(async (transaction) => {
    const user = await transaction.user.findFirst({ where: { ...to, email: address }, select: { id: true } })
    if (!user) return undefined
    if (!purpose) return { ...message, account: { address, secret: null } }
    const token = await addEmailToken(transaction, { userId: user.id, purpose, now })
    return { ...message, account: { address, secret: { purpose, token } } }
  })
}
