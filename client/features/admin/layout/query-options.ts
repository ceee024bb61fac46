import { errorCode } from '#client/lib/api-error.ts'

/** How the staff's pages read. */
export const queryOptions = {
  /** How long what was loaded counts as fresh; after that a return to the window looks for news. In milliseconds. */
  staleTime: 30_000,
  /** An answer of the server stays the same when one asks again; a lost connection is worth one more try. */
  retry: (failures: number, error: unknown): boolean => errorCode(error) === undefined && failures < 1,
  retryDelay: 500,
}
