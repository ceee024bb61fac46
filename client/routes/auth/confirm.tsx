import { createFileRoute } from '@tanstack/react-router'
import { ConfirmPage } from '#client/features/auth/confirm-page.tsx'
import { readLinkSearch } from '#client/lib/search-params/auth-search.ts'

export const Route = createFileRoute('/auth/confirm')({ validateSearch: readLinkSearch, component: ConfirmPage })
