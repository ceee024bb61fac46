import type { AuditPerson } from '#server/accounts/audit/add-audit-entry.ts'
import { type Owner, recordInLog } from '#server/accounts/audit/record-in-log.ts'
import type { Transaction } from '#server/database/database.ts'
import { type AccountMailKind, addAccountMail } from '#server/mail/messages/account-mail.ts'
import type { AuditKind } from '#shared/audit.ts'

type Change = Extract<AuditKind, `second-factor.${string}`>

const mails: Readonly<Partial<Record<Change, AccountMailKind>>> = {
  'second-factor.app-added': 'account.app-added',
  'second-factor.app-replaced': 'account.app-replaced',
  'second-factor.app-removed': 'account.app-removed',
  'second-factor.passkey-added': 'account.passkey-added',
  'second-factor.passkey-removed': 'account.passkey-removed',
  'second-factor.passkey-refused': 'account.passkey-refused',
  'second-factor.recovery-codes-made': 'account.recovery-codes-made',
  'second-factor.recovery-code-used': 'account.recovery-code-used',
  'second-factor.reset': 'account.second-factor-reset',
}

type ChangeMade = {
  readonly kind: Change
  readonly owner: Owner
  /** It is set if it was not the owner who did it: an administrator, or null for the command line. */
  readonly by?: AuditPerson | null
  readonly details?: Readonly<Record<string, string | number | boolean>>
  readonly now: Date
}

/** Tells the owner by email and, for accounts with a role, the audit log. Wake the outbox after the commit. */
export async function recordChange(
  transaction: Pick<Transaction, 'auditEntry' | 'outboxMessage'>,
  change: ChangeMade,
): Promise<void> {
  const { kind, owner, now } = change
  const mail = mails[kind]
  if (mail) await addAccountMail(transaction, { kind: mail, address: owner.email, now })
  await recordInLog(transaction, change)
}
