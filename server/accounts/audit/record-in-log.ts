import type { Transaction } from '#server/database/database.ts'
import type { AuditKind } from '#shared/audit.ts'
import { type AuditPerson, addAuditEntry } from './add-audit-entry.ts'

/** The owner of the account that was changed. */
export type Owner = AuditPerson & { readonly role: string }

type AccountEntry = {
  readonly kind: AuditKind
  readonly owner: Owner
  /** The administrator who did it, or null without a session. Left out for the owner. */
  readonly by?: AuditPerson | null | undefined
  readonly details?: Readonly<Record<string, string | number | boolean>>
  readonly now: Date
}

/** Tells the audit log what was done with an account. Those without a role belong to visitors, of whom it has nothing. */
export async function recordInLog(
  transaction: Pick<Transaction, 'auditEntry'>,
  { kind, owner, by = owner, details = {}, now }: AccountEntry,
): Promise<void> {
  if (owner.role === 'user') return
  const subject = by?.id === owner.id ? null : owner
  await addAuditEntry(transaction, { kind, actor: by, subject, details, now })
}
