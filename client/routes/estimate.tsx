import { createFileRoute } from '@tanstack/react-router'
import { EstimatePage } from '#client/features/estimate-form/estimate-page.tsx'
import { type OptionValue, projectTypes } from '#shared/estimates/options.ts'

type EstimateSearch = { type?: OptionValue<typeof projectTypes> | undefined }

export const Route = createFileRoute('/estimate')({
  // Without an explicit key the router would pass the unchecked value.
  validateSearch: ({ type }: Record<string, unknown>): EstimateSearch => ({
    type: projectTypes.find(({ value }) => value === type)?.value,
  }),
  component: EstimatePage,
})
