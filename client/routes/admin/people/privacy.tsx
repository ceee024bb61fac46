import { createFileRoute } from '@tanstack/react-router'
import { PrivacySection } from '#client/features/admin/privacy/privacy-section.tsx'

export const Route = createFileRoute('/admin/people/privacy')({ component: PrivacySection })
