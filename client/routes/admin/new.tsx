import { createFileRoute } from '@tanstack/react-router'
import { NewEstimateSection } from '#client/features/admin/intake/new-estimate-section.tsx'

export const Route = createFileRoute('/admin/new')({ component: NewEstimateSection })
