import type { StoredAttempts, StoredSubmission } from './database.ts'

/** A row of the statement `findSubmissions`: a request, or a counter in the columns of one. */
export type FoundRow =
  | (StoredSubmission & { readonly hits: null; readonly blocks: null })
  | {
      readonly reference: null
      readonly requestKey: StoredAttempts['key']
      readonly createdAt: StoredAttempts['windowEndsAt']
      // SQLite's adapter has no column type to go by here.
      readonly hits: number | bigint
      readonly blocks: number | bigint
    }

/** Tells the two kinds of rows apart. */
export function foundRows(rows: readonly FoundRow[]): { submissions: StoredSubmission[]; attempts: StoredAttempts[] } {
  const submissions: StoredSubmission[] = []
  const attempts: StoredAttempts[] = []
  for (const row of rows) {
    if (row.reference !== null) submissions.push(row)
    else {
      const [hits, blocks] = [Number(row.hits), Number(row.blocks)]
      attempts.push({ key: row.requestKey, hits, blocks, windowEndsAt: row.createdAt })
    }
  }
  return { submissions, attempts }
}
