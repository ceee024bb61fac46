import { createFileRoute } from '@tanstack/react-router'
import { DetailSection } from '#client/features/admin/estimate/detail-section.tsx'

export const Route = createFileRoute('/admin/estimates/$id')({
  component: DetailSection,
  // Another estimate mounts anew, so that no form keeps what was typed for the one before.
  remountDeps: ({ params }) => params.id,
})
