import { createFileRoute } from '@tanstack/react-router'
import { CompanyPage } from '#client/features/admin/company/company-page.tsx'

type CompanySearch = { room?: string | undefined }

export const Route = createFileRoute('/admin/company')({
  // The page has the names of its rooms.
  validateSearch: ({ room }): CompanySearch => ({ room: typeof room === 'string' ? room : undefined }),
  component: CompanyPage,
})
