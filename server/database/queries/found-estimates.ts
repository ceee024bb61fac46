import type { FoundEstimates, StoredAttempts, StoredEstimateKeys } from '#server/database/database.ts'
import { hourMs } from '#shared/durations.ts'

/** Each column is a JSON array. */
export type FoundEstimatesRow = { readonly submissions: string; readonly attempts: string; readonly emails: string }

type Parsed<Row, Instant extends keyof Row> = Omit<Row, Instant> & { readonly [Name in Instant]: string }

export function foundEstimates([row]: readonly FoundEstimatesRow[]): FoundEstimates {
  if (!row) throw new Error('findEstimates returned no row')
  const submissions: Parsed<StoredEstimateKeys, 'createdAt'>[] = JSON.parse(row.submissions)
  const attempts: Parsed<StoredAttempts, 'windowEndsAt'>[] = JSON.parse(row.attempts)
  return {
    submissions: submissions.map((each) => ({ ...each, createdAt: new Date(each.createdAt) })),
    attempts: attempts.map((each) => ({ ...each, windowEndsAt: new Date(each.windowEndsAt) })),
    emails: JSON.parse(row.emails),
  }
}

export function beforeInstant(until: Date): { hourAgo: Date; dayAgo: Date } {
  return { hourAgo: new Date(until.getTime() - hourMs), dayAgo: new Date(until.getTime() - 24 * hourMs) }
}
