import { createFileRoute } from '@tanstack/react-router'
import { NewEstimatePage } from '#client/features/admin/intake/new-estimate-form.tsx'

export const Route = createFileRoute('/admin/new')({ component: NewEstimatePage })
