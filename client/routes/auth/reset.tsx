import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#client/features/auth/reset-page.tsx'

export const Route = createFileRoute('/auth/reset')({ component: ResetPage })
