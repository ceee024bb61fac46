import {
  isByBudget,
  type ListOrder,
  type ListPosition,
  listOrders,
} from '#server/database/queries/estimate-list-query.ts'
import { AppError } from '#server/errors.ts'

const placeForm =
  /^(?:(oldest|waiting|others|budget|lowest-budget)\.)?(?:(\d)\.)?(\d{1,13})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

type Place = { readonly order: ListOrder; readonly position: ListPosition }

export function encodeCursor(order: ListOrder, { at, id, rank }: ListPosition): string {
  const name = order === 'newest' ? '' : `${order}.`
  const budget = isByBudget(order) ? `${rank}.` : ''
  return Buffer.from(`${name}${budget}${at.getTime()}.${id}`).toString('base64url')
}

/** @throws {AppError} `invalid` for a forged cursor or another order */
export function decodeCursor(cursor: string, orders: readonly ListOrder[]): Place {
  const [, name = 'newest', rank = '0', instant, id] = placeForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const order = listOrders.find((each) => each === name)
  if (order && orders.includes(order) && instant && id) {
    const position = { at: new Date(Number(instant)), id, rank: Number(rank) }
    // Several texts decode to the same bytes.
    if (encodeCursor(order, position) === cursor) return { order, position }
  }
  throw new AppError('invalid', 'The list cannot continue from there. Please reload it.', {
    fieldErrors: { cursor: ['This is not a valid cursor.'] },
  })
}
