import { createFileRoute } from '@tanstack/react-router'
import { DetailSection } from '#client/features/admin/estimate/detail-section.tsx'

export const Route = createFileRoute('/admin/estimates/$id')({
  // A notification's action opens the page with it, to call at once.
  validateSearch: (search): { call?: true } => (search.call === undefined ? {} : { call: true }),
  component: DetailSection,
  // Remounts for each estimate, so that no form keeps another one's text.
  remountDeps: ({ params }) => params.id,
})
