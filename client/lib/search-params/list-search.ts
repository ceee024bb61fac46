import * as z from 'zod/mini'
import { type EstimateFilter, estimateFilterSchema } from '#shared/estimates/estimate-filter.ts'
import { type EstimateSort, estimateSorts } from '#shared/estimates/estimate-list.ts'

/** Without a sort, {@link sortOf} has the default. */
export type ListSearch = EstimateFilter & { sort?: EstimateSort | undefined }

export type RawListSearch = { [Key in keyof ListSearch]?: unknown }

const sortSchema = z.enum(estimateSorts)
const { shape } = estimateFilterSchema

/** Uses the server's schema, and drops invalid values. */
export function readListSearch(raw: RawListSearch): ListSearch {
  // The router parses a search for digits as a number.
  const given: RawListSearch = { ...raw, q: typeof raw.q === 'number' ? String(raw.q) : raw.q }
  const fields = Object.entries(shape).flatMap(([key, schema]) => {
    const { data } = z.safeParse(schema, given[key as keyof EstimateFilter])
    return data === undefined || data === '' ? [] : [[key, data]]
  })
  const { data: sort } = z.safeParse(sortSchema, given.sort)
  const filter: EstimateFilter = Object.fromEntries(fields)
  return { ...filter, ...(sort && sort !== sortOf(filter) ? { sort } : {}) }
}

/** Overdue estimates begin with the worst. */
export function sortOf({ sort, overdue }: ListSearch): EstimateSort {
  return sort ?? (overdue ? 'due' : 'newest')
}

/** The server's default is newest first. */
export function listInput({ sort: chosen, ...filter }: ListSearch): ListSearch {
  const sort = sortOf({ ...filter, sort: chosen })
  return sort === 'newest' ? filter : { ...filter, sort }
}
