import type { ReportSearch } from '#client/lib/search-params/report-search.ts'
import { StaffFrame } from '../layout/staff-frame.tsx'
import { ReportSection } from './report-section.tsx'

/** The staff's reports, for whoever is signed in; the server decides what they may see. */
export function ReportPage({ search }: { search: ReportSearch }) {
  return <StaffFrame>{({ email }) => <ReportSection email={email} search={search} />}</StaffFrame>
}
