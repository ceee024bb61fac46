import * as z from 'zod/mini'
import { type AuditKind, auditKinds } from './audit.ts'

const auditPageSize = 50

const kinds = Object.keys(auditKinds) as [AuditKind, ...AuditKind[]]

/** Filters the log by an account, whether it did something or something was done to it, and by a kind. */
export const auditLogSchema = z.strictObject({
  person: z.optional(z.uuid()),
  kind: z.optional(z.enum(kinds)),
  /** It is the last entry of the page before. */
  cursor: z.nullish(z.uuid()),
  /** tRPC's pages send it. */
  direction: z.optional(z.literal('forward')),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), auditPageSize),
})
export type AuditLogQuery = z.output<typeof auditLogSchema>

export type LoggedPerson = {
  readonly id: string
  /** It is the address at the time of the entry. */
  readonly email: string
  /** The current name. Null without one, and if the account is gone. */
  readonly name: string | null
}

export type AuditLogEntry = {
  readonly id: string
  /** It is an ISO instant. */
  readonly at: string
  /** Usually one of `auditKinds`; a newer version may have written others. */
  readonly kind: string
  readonly actor: LoggedPerson | null
  readonly subject: LoggedPerson | null
  readonly details: Readonly<Record<string, string | number | boolean>>
}

export type AuditLogPage = { readonly entries: readonly AuditLogEntry[]; readonly nextCursor: string | null }
