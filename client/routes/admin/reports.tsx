import { createFileRoute } from '@tanstack/react-router'
import { ReportSection } from '#client/features/admin/report/report-section.tsx'
import { readReportSearch } from '#client/lib/search-params/report-search.ts'

export const Route = createFileRoute('/admin/reports')({ validateSearch: readReportSearch, component: ReportSection })
