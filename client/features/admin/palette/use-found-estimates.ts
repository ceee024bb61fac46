import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { errorCode } from '#client/lib/api-error.ts'
import { queryOptions } from '../layout/query-options.ts'
import { nearestFirst } from './palette-items.ts'

/** In milliseconds after the last key. */
const pause = 200
const minLength = 2
const maxShown = 7
/** Among these, those whose name, number or reference was typed come first. */
const maxRead = 25

/** Searches on the server. A search that typing has overtaken is canceled. */
export function useFoundEstimates(typed: string) {
  const current = typed.trim()
  const [wanted] = useDebouncedValue(current, pause)
  const isLong = current.length >= minLength
  const query = api.estimates.list.useQuery(
    { q: wanted, limit: maxRead },
    {
      ...queryOptions,
      enabled: isLong && wanted.length >= minLength,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    },
  )
  const isSearching = isLong && (wanted !== current || query.isFetching)
  const failure = isLong && !isSearching && query.error ? query.error : undefined
  return {
    items: isLong && !failure ? nearestFirst(query.data?.items ?? [], current).slice(0, maxShown) : [],
    /** Counts those that are not shown, too. */
    total: isLong && !failure ? (query.data?.total ?? 0) : 0,
    /** The search that one without hits may have meant. */
    didYouMean: isLong && !isSearching && !failure ? query.data?.didYouMean : undefined,
    isSearching,
    isLong,
    /** `offline` if the server did not respond. */
    failure: failure && (errorCode(failure) === undefined ? ('offline' as const) : ('refused' as const)),
  }
}
