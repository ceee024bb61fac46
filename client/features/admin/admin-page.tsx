import { EstimateSection } from './estimate-section.tsx'
import { StaffFrame } from './staff-frame.tsx'

/** The staff's dashboard, for whoever is signed in; the server decides what they may see. */
export function AdminPage() {
  return <StaffFrame>{({ email, heights }) => <EstimateSection email={email} heights={heights} />}</StaffFrame>
}
