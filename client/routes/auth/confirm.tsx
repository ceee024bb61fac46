import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '#client/features/auth/confirm-page.tsx'

export const Route = createFileRoute('/auth/confirm')({ component: ConfirmPage })
