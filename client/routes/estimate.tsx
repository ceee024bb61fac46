import { createFileRoute } from '@tanstack/react-router'
import { EstimatePage } from '#client/features/estimate-form/estimate-page.tsx'

export const Route = createFileRoute('/estimate')({ component: EstimatePage })
