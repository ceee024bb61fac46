import * as z from 'zod/mini'
import { maxSearchLength } from '#shared/estimates/estimate-filter.ts'
import { type EstimateSort, type ListSearch, listSearchSchema } from '#shared/estimates/estimate-list.ts'
import { truncateText } from '#shared/field-atoms.ts'

export type RawListSearch = { [Key in keyof ListSearch]?: unknown }

/** Uses the server's schema, drops invalid values, and cuts a search that is too long. Without a sort, {@link getSort} has the default. */
export function readListSearch(raw: RawListSearch): ListSearch {
  // The router reads digits as a number, and true as a boolean.
  const q = ['string', 'number', 'boolean'].includes(typeof raw.q)
    ? truncateText(String(raw.q), maxSearchLength)
    : raw.q
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
