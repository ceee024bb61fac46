import type { ListOrder, ListPosition, ListWanted } from '#server/database/queries/estimate-list-query.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import { decodeCursor, encodeCursor } from './list-cursor.ts'

const ordersOf: Record<EstimateSort, readonly ListOrder[]> = {
  newest: ['newest'],
  oldest: ['oldest'],
  due: ['waiting', 'others'],
  budget: ['budget'],
  'lowest-budget': ['lowest-budget'],
}

type PageWanted = {
  readonly sort: EstimateSort
  readonly limit: number
  readonly cursor?: string | null | undefined
}

/** @throws {AppError} `invalid` for a forged cursor or another sort */
export async function readPage<Row extends { readonly position: ListPosition }>(
  { sort, limit, cursor }: PageWanted,
  read: (part: Pick<ListWanted, 'order' | 'limit' | 'after'>) => Promise<readonly Row[]>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const orders = ordersOf[sort]
  const start = typeof cursor === 'string' ? decodeCursor(cursor, orders) : undefined
  const found: { row: Row; order: ListOrder }[] = []
  for (const order of orders.slice(start ? orders.indexOf(start.order) : 0)) {
    const after = start?.order === order ? start.position : undefined
    const missing = limit + 1 - found.length
    if (missing === 0) break
    found.push(...(await read({ order, limit: missing, after })).map((row) => ({ row, order })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    rows: shown.map(({ row }) => row),
    nextCursor: last && found.length > limit ? encodeCursor(last.order, last.row.position) : null,
  }
}
