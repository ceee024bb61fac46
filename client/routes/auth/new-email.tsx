import { createFileRoute } from '@tanstack/react-router'
import { NewEmailPage } from '#client/features/auth/new-email-page.tsx'
import { readLinkSearch } from '#client/lib/search-params/auth-search.ts'

export const Route = createFileRoute('/auth/new-email')({ validateSearch: readLinkSearch, component: NewEmailPage })
