import { createFileRoute } from '@tanstack/react-router'
import { AuthPage } from '#client/features/auth/auth-page.tsx'
import { readAuthSearch } from '#client/lib/search-params/auth-search.ts'

export const Route = createFileRoute('/auth/')({ validateSearch: readAuthSearch, component: AuthPage })
