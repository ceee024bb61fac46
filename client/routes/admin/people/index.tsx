import { createFileRoute } from '@tanstack/react-router'
import { PeoplePage } from '#client/features/admin/people/people-page.tsx'

export const Route = createFileRoute('/admin/people/')({ component: PeoplePage })
