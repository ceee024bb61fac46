import type { ReportSearch } from '#client/lib/report-search.ts'
import { StaffFrame } from '../staff-frame.tsx'
import { ReportSection } from './report-section.tsx'

/** The staff's reports, for whoever is signed in; the server decides what they may see. */
export function ReportPage({ search }: { search: ReportSearch }) {
  return <StaffFrame>{({ email }) => <ReportSection email={email} search={search} />}</StaffFrame>
}
