import { useCallback, useEffect } from 'react'
import { prepareToasts } from '#client/components/toasts.tsx'
import { api } from '#client/lib/api.ts'
import { errorReason } from '#client/lib/api-error.ts'
import { minuteMs } from '#shared/durations.ts'
import { queryOptions } from '../layout/query-options.ts'

/** Reads the page anew when it opens, after each change, and every minute, since time alone moves estimates. */
export function useToday() {
  const query = api.admin.today.useQuery(undefined, { ...queryOptions, staleTime: 0, refetchInterval: minuteMs })
  const { isSuccess, refetch } = query

  useEffect(() => {
    if (isSuccess) prepareToasts()
  }, [isSuccess])

  return {
    ...query,
    /** The account lost its role, so loaded estimates must no longer show. */
    refused: errorReason(query.error) === 'insufficient_role',
    reload: useCallback(() => void refetch(), [refetch]),
  }
}
