import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '#client/features/privacy/privacy-page.tsx'

export const Route = createFileRoute('/privacy')({ component: PrivacyPage })
