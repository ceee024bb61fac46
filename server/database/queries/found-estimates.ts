import type { FoundEstimates, StoredAttempts, StoredEstimateKeys } from '#server/database/database.ts'

/** Of a row of `project_estimates`. */
export const isAcknowledged =
  "EXISTS (SELECT 1 FROM outbox_messages WHERE estimate_id = project_estimates.id AND kind = 'estimate.visitor')"

/** Each column is a JSON array. */
export type FoundEstimatesRow = { readonly submissions: string; readonly attempts: string }

type Parsed<Row, Instant extends keyof Row> = Omit<Row, Instant> & { readonly [Name in Instant]: string }

export function foundEstimates([row]: readonly FoundEstimatesRow[]): FoundEstimates {
  if (!row) throw new Error('findEstimates returned no row')
  const submissions: Parsed<StoredEstimateKeys, 'createdAt'>[] = JSON.parse(row.submissions)
  const attempts: Parsed<StoredAttempts, 'windowEndsAt'>[] = JSON.parse(row.attempts)
  return {
    submissions: submissions.map((each) => ({ ...each, createdAt: new Date(each.createdAt) })),
    attempts: attempts.map((each) => ({ ...each, windowEndsAt: new Date(each.windowEndsAt) })),
  }
}
