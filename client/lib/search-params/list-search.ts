import * as z from 'zod/mini'
import { type EstimateSort, type ListSearch, listSearchSchema } from '#shared/estimates/estimate-list.ts'

export type RawListSearch = { [Key in keyof ListSearch]?: unknown }

/** Uses the server's schema, and drops invalid values. Without a sort, {@link getSort} has the default. */
export function readListSearch(raw: RawListSearch): ListSearch {
  // The router reads digits as a number, and true as a boolean.
  const q = typeof raw.q === 'number' || typeof raw.q === 'boolean' ? String(raw.q) : raw.q
  const given: RawListSearch = { ...raw, q }
  const fields = Object.entries(listSearchSchema.shape).flatMap(([key, schema]) => {
    const { data } = z.safeParse(schema, given[key as keyof ListSearch])
    return data === undefined || data === '' ? [] : [[key, data]]
  })
  const { sort, ...search }: ListSearch = Object.fromEntries(fields)
  return { ...search, ...(sort && sort !== getSort(search) ? { sort } : {}) }
}

/** Overdue estimates begin with the worst. */
export function getSort({ sort, overdue }: ListSearch): EstimateSort {
  return sort ?? (overdue ? 'due' : 'newest')
}

/** The order to ask the server for. Its default is newest first. */
export function listInput({ sort: chosen, view: _view, ...filter }: ListSearch): Omit<ListSearch, 'view'> {
  const sort = getSort({ ...filter, sort: chosen })
  return sort === 'newest' ? filter : { ...filter, sort }
}
