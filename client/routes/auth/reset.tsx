import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '#client/features/auth/reset-page.tsx'
import { readLinkSearch } from '#client/lib/search-params/auth-search.ts'

export const Route = createFileRoute('/auth/reset')({ validateSearch: readLinkSearch, component: ResetPage })
