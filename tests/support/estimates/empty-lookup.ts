import type { EstimateLookup } from '#server/database/database.ts'

/** Finds nothing and waits for no other transaction. */
export const emptyLookup: EstimateLookup = {
  requestKeys: [],
  senderDigests: [],
  since: new Date(0),
  attemptKeys: [],
}
