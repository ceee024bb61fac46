import { errorCode } from '#client/lib/api-error.ts'

export const queryOptions = {
  /** In milliseconds; after that, a return to the window refetches. */
  staleTime: 30_000,
  /** An error response will not change; a lost connection may. */
  retry: (failures: number, error: unknown): boolean => errorCode(error) === undefined && failures < 1,
  retryDelay: 500,
}
