import { createFileRoute } from '@tanstack/react-router'
import { RestoreEmailPage } from '#client/features/auth/restore-email-page.tsx'
import { readLinkSearch } from '#client/lib/search-params/auth-search.ts'

export const Route = createFileRoute('/auth/restore-email')({
  validateSearch: readLinkSearch,
  component: RestoreEmailPage,
})
