import { v7 as newId } from 'uuid'
import { type AuditPerson, addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { addEmailToken } from '#server/accounts/email-links/email-tokens.ts'
import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { dayMs, hourMs } from '#shared/durations.ts'

type DemoStaff = {
  readonly admin: AuditPerson
  readonly colleagues: readonly AuditPerson[]
  /** The person whose invitation is open. */
  readonly invited: { readonly email: string; readonly name: string }
}

const role = 'staff'

/** Fills People and the audit log: when the colleagues joined and were last seen, and an open invitation. */
export async function addDemoPeople(
  transaction: Pick<Transaction, 'user' | 'emailToken' | 'auditEntry'>,
  { admin, colleagues, invited }: DemoStaff,
  now: Date,
): Promise<void> {
  for (const [index, person] of colleagues.entries()) {
    const joined = addMs(now, -(120 - 30 * index) * dayMs)
    await addAuditEntry(transaction, {
      kind: 'person.invited',
      actor: admin,
      subject: person,
      details: { role },
      now: addMs(joined, -3 * hourMs),
    })
    await addAuditEntry(transaction, { kind: 'person.joined', actor: person, details: { role }, now: joined })
    const seen = addMs(now, -(2 + 20 * index) * hourMs)
    const details = { by: 'password' }
    await addAuditEntry(transaction, { kind: 'sign-in.succeeded', actor: person, details, now: seen })
  }
  const invitedAt = addMs(now, -5 * hourMs)
  const user = { id: newId({ msecs: invitedAt.getTime() }), ...invited }
  await transaction.user.create({
    data: { ...user, role, createdAt: invitedAt, invitedAt, invitedById: admin.id },
  })
  await addEmailToken(transaction, { userId: user.id, purpose: 'invitation', now: invitedAt })
  await addAuditEntry(transaction, {
    kind: 'person.invited',
    actor: admin,
    subject: user,
    details: { role },
    now: invitedAt,
  })
}
