import { createFileRoute } from '@tanstack/react-router'
import { LogPage } from '#client/features/admin/people/log-page.tsx'
import { readLogSearch } from '#client/lib/search-params/log-search.ts'

export const Route = createFileRoute('/admin/people/log')({ validateSearch: readLogSearch, component: LogPage })
