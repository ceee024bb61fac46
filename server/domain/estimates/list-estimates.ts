import type { Database } from '#server/database/database.ts'
import type { ListedEstimate } from '#server/database/queries.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

type Page = {
  readonly items: readonly ListedEstimate[]
  /** The mark of the next page; null where the list ends. */
  readonly nextCursor: string | null
  /** How many requests there are in all. */
  readonly total: number
}

/**
 * A page of requests, newest first, and how many there are in all. Pages neither skip nor repeat a request, whatever
 * is stored in the meantime: newer ones are not in later pages.
 *
 * @param wanted how many at most, and the `nextCursor` of the page before
 * @throws {AppError} `invalid`: the cursor is none of ours
 * @throws {DatabaseUnavailable}
 */
export async function listEstimates(
  { queries }: Pick<Database, 'queries'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | null | undefined },
): Promise<Page> {
  const position = typeof cursor === 'string' ? decodeCursor(cursor) : undefined
  const [rows, total] = await Promise.all([queries.listEstimates(limit + 1, position), queries.countEstimates()])
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? encodeCursor(last) : null, total }
}
