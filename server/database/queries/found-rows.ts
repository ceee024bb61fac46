import type { FoundEstimates, SentWithEmail, StoredAttempts, StoredEstimateKeys } from '#server/database/database.ts'

// SQLite's adapter has no column type to go by here.
type Count = number | bigint

/** A row of the statement `findEstimates`: a request, or something counted in the columns of one. */
export type FoundRow =
  | (StoredEstimateKeys & { readonly hits: null; readonly blocks: null })
  | {
      readonly reference: null
      readonly requestKey: StoredAttempts['key']
      readonly valuesDigest: null
      readonly createdAt: StoredAttempts['windowEndsAt']
      readonly hits: Count
      readonly blocks: Count
    }
  | {
      readonly reference: null
      readonly requestKey: SentWithEmail['emailKey']
      readonly valuesDigest: 'email'
      /** Within an hour. */
      readonly hits: Count
      /** Within a day. */
      readonly blocks: Count
    }

/** Tells the kinds of rows apart. */
export function foundRows(rows: readonly FoundRow[]): FoundEstimates {
  const found: FoundEstimates = { submissions: [], attempts: [], emails: [] }
  for (const row of rows) {
    if (row.reference !== null) {
      found.submissions.push(row)
      continue
    }
    const [hits, blocks] = [Number(row.hits), Number(row.blocks)]
    if (row.valuesDigest === 'email') found.emails.push({ emailKey: row.requestKey, inHour: hits, inDay: blocks })
    else found.attempts.push({ key: row.requestKey, hits, blocks, windowEndsAt: row.createdAt })
  }
  return found
}

const hourMs = 60 * 60 * 1000

/** An hour and a day before an instant. */
export function beforeInstant(until: Date): { hourAgo: Date; dayAgo: Date } {
  return { hourAgo: new Date(until.getTime() - hourMs), dayAgo: new Date(until.getTime() - 24 * hourMs) }
}
