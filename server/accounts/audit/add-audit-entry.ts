import { v7 as newId } from 'uuid'
import type { Transaction } from '#server/database/database.ts'
import type { AuditKind } from '#shared/audit.ts'

export type AuditPerson = { readonly id: string; readonly email: string }

type NewAuditEntry = {
  readonly kind: AuditKind
  /** Null for the command line, and without a session. */
  readonly actor: AuditPerson | null
  /** The account that it was done to, if that is not the actor's own. */
  readonly subject?: AuditPerson | null
  /** They never have a visitor's data, an IP address in clear or a secret. */
  readonly details?: Readonly<Record<string, string | number | boolean>>
  readonly now: Date
}

/**
 * Adds one entry to the audit log, in the transaction of the change that it tells of. Entries cannot be changed;
 * the sweep deletes them after two years.
 */
export async function addAuditEntry(
  { auditEntry }: Pick<Transaction, 'auditEntry'>,
  { kind, actor, subject = null, details = {}, now }: NewAuditEntry,
): Promise<void> {
  await auditEntry.create({
    data: {
      id: newId({ msecs: now.getTime() }),
      kind,
      actorId: actor?.id ?? null,
      actorEmail: actor?.email ?? null,
      subjectId: subject?.id ?? null,
      subjectEmail: subject?.email ?? null,
      at: now,
      details: JSON.stringify(details),
    },
  })
}
