import * as z from 'zod/mini'

/** How many requests the staff's list loads at a time. */
export const estimatePageSize = 50

/** What `estimates.list` takes: a page's size, and the mark that the page before gave as `nextCursor`. */
export const estimateListSchema = z.strictObject({
  limit: z._default(
    z.int({ error: 'A limit is a whole number from 1 to 100.' }).check(z.gte(1), z.lte(100)),
    estimatePageSize,
  ),
  cursor: z.nullish(z.string({ error: 'A cursor is a text.' }).check(z.maxLength(200))),
  /** Sent along by React Query's infinite lists; there is one direction. */
  direction: z.optional(z.enum(['forward', 'backward'])),
})
