import type { Database } from '#server/database/database.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

/** What the staff sees of a request. */
const listedSelect = {
  id: true,
  reference: true,
  name: true,
  email: true,
  phone: true,
  projectType: true,
  projectDescription: true,
  location: true,
  timeline: true,
  budgetRange: true,
  squareFootage: true,
  propertyType: true,
  specificRequirements: true,
  urgent: true,
  status: true,
  createdAt: true,
} as const

/**
 * A page of requests, newest first, and how many there are in all. Pages neither skip nor repeat a request, whatever
 * is stored in the meantime: newer ones are not in later pages.
 *
 * @param page how many at most, and where the page before ended
 * @returns `nextCursor` null where the list ends
 * @throws {AppError} `invalid`: the cursor is none of ours
 * @throws {DatabaseUnavailable}
 */
export async function listEstimates(
  { read, queries }: Pick<Database, 'read' | 'queries'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | null | undefined },
) {
  const [rows, total] = await Promise.all([
    read.projectEstimate.findMany({
      ...(typeof cursor === 'string' ? { where: after(cursor) } : {}),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: limit + 1,
      select: listedSelect,
    }),
    queries.countEstimates(),
  ])
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? encodeCursor(last) : null, total }
}

function after(cursor: string) {
  const { createdAt, id } = decodeCursor(cursor)
  // The first condition is what the index is entered with; an OR alone would be read from the newest row on.
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }
}
