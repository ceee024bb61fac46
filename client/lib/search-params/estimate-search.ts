import { type OptionValue, projectTypes } from '#shared/estimates/options.ts'

/** What the address of the estimate form may ask for: a project type to begin with. */
export type EstimateSearch = { type?: OptionValue<typeof projectTypes> | undefined }

/** Reads the address's search part. Whatever is no project type counts as nothing. */
export function readEstimateSearch(search: Record<string, unknown>): EstimateSearch {
  // Named even when it is undefined: the router would let the unchecked value through otherwise.
  return { type: projectTypes.find(({ value }) => value === search.type)?.value }
}
