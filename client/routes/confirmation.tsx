import { createFileRoute } from '@tanstack/react-router'
import { ConfirmationPage } from '#client/features/confirmation/confirmation-page.tsx'

export const Route = createFileRoute('/confirmation')({ component: ConfirmationPage })
