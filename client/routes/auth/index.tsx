import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#client/features/auth/auth-page.tsx'

export const Route = createFileRoute('/auth/')({ component: AuthPage })
