import { createFileRoute } from '@tanstack/react-router'
import { PrivacySection } from '#client/features/admin/people/privacy/privacy-section.tsx'

export const Route = createFileRoute('/admin/people/privacy')({ component: PrivacySection })
