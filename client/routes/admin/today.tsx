import { createFileRoute } from '@tanstack/react-router'
import { TodayPage } from '#client/features/admin/today/today-page.tsx'

export const Route = createFileRoute('/admin/today')({ component: TodayPage })
