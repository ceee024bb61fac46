import * as z from 'zod/mini'
import {
  type EstimateFilter,
  type EstimateSort,
  estimateFilterSchema,
  estimateSorts,
} from '#shared/estimates/estimate-list.ts'

/** Which requests the list shows, and in which order; newest first where nothing is said. */
export type ListSearch = EstimateFilter & { sort?: Exclude<EstimateSort, 'newest'> | undefined }

/** The address's search part before it is read. */
export type RawListSearch = { [Key in keyof ListSearch]?: unknown }

const sortSchema = z.enum(estimateSorts)
const { shape } = estimateFilterSchema

/** Reads the address's search part by the server's own schema. What is not understood counts as nothing. */
export function readListSearch(raw: RawListSearch): ListSearch {
  // An address that somebody typed has a number where the digits of a phone number stand.
  const given: RawListSearch = { ...raw, q: typeof raw.q === 'number' ? String(raw.q) : raw.q }
  const fields = Object.entries(shape).flatMap(([key, schema]) => {
    const { data } = z.safeParse(schema, given[key as keyof EstimateFilter])
    return data === undefined || data === '' ? [] : [[key, data]]
  })
  const { data: sort } = z.safeParse(sortSchema, given.sort)
  return { ...Object.fromEntries(fields), ...(sort && sort !== 'newest' ? { sort } : {}) }
}
