import {
  addEmailChangeLink,
  findEmailChangeByMessage,
  isAddressTaken,
  type StoredEmailChange,
} from '#server/accounts/email-links/email-changes.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import type { MailedAccount } from './account-links.ts'
import type { AccountMailKind } from './account-mail.ts'

const kinds = ['account.email-change', 'account.email-taken', 'account.email-changed', 'account.email-undone'] as const
export type EmailChangeMailKind = (typeof kinds)[number]

type Prepared = { readonly kind: EmailChangeMailKind; readonly account: MailedAccount }

export function isEmailChangeMail(kind: AccountMailKind): kind is EmailChangeMailKind {
  return kinds.some((known) => known === kind)
}

/**
 * The address may belong to no account, so the message is found by its change.
 *
 * @returns undefined if there is nothing to send: the change was taken back, or went on
 */
export async function prepareEmailChange(
  database: Pick<Database, 'transaction'>,
  { id, kind }: { readonly id: string; readonly kind: EmailChangeMailKind },
  now: Date,
): Promise<Prepared | undefined> {
  return await database.transaction(async (transaction) => {
    const change = await findEmailChangeByMessage(transaction, id)
    if (!change) return undefined
    switch (kind) {
      case 'account.email-changed':
        return await changedMail(transaction, change, now)
      case 'account.email-undone':
        return change.undoneAt
          ? { kind, account: { email: change.toEmail, secret: null, otherEmail: change.fromEmail } }
          : undefined
      default:
        return await confirmationMail(transaction, change, now)
    }
  })
}

/**
 * Whether the address is taken is decided here and not when it is asked for, so that neither the answer nor its time
 * tells who has an account.
 */
async function confirmationMail(
  transaction: Transaction,
  { id: changeId, userId, toEmail: email, confirmedAt }: StoredEmailChange,
  now: Date,
): Promise<Prepared | undefined> {
  if (confirmedAt) return undefined
  if (await isAddressTaken(transaction, { email, userId }))
    return { kind: 'account.email-taken', account: { email, secret: null } }
  const token = await addEmailChangeLink(transaction, { changeId, purpose: 'confirm', now })
  return { kind: 'account.email-change', account: { email, secret: { purpose: 'email-confirm', token } } }
}

async function changedMail(
  transaction: Transaction,
  { id: changeId, fromEmail, toEmail, confirmedAt, undoneAt }: StoredEmailChange,
  now: Date,
): Promise<Prepared | undefined> {
  if (!confirmedAt || undoneAt) return undefined
  const token = await addEmailChangeLink(transaction, { changeId, purpose: 'undo', now })
  const account = { email: fromEmail, secret: { purpose: 'email-undo', token }, otherEmail: toEmail } as const
  return { kind: 'account.email-changed', account }
}
