import { createFileRoute } from '@tanstack/react-router'
import { EstimateSection } from '#client/features/admin/list/estimate-section.tsx'
import type { RawListSearch } from '#client/lib/search-params/list-search.ts'

export const Route = createFileRoute('/admin/')({
  // The search is parsed where it is used, since the schema would weigh on every page of the site.
  validateSearch: (search: Record<string, unknown>): RawListSearch => search,
  component: EstimateSection,
})
