import { type OptionValue, projectTypes } from '#shared/estimates/options.ts'

export type EstimateSearch = { type?: OptionValue<typeof projectTypes> | undefined }

export function readEstimateSearch(search: Record<string, unknown>): EstimateSearch {
  // Without an explicit key the router would pass the unchecked value.
  return { type: projectTypes.find(({ value }) => value === search.type)?.value }
}
