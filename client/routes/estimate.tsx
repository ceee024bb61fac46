import { createFileRoute } from '@tanstack/react-router'
import { EstimatePage } from '#client/features/estimate-form/estimate-page.tsx'
import { readEstimateSearch } from '#client/lib/search-params/estimate-search.ts'

export const Route = createFileRoute('/estimate')({ validateSearch: readEstimateSearch, component: EstimatePage })
