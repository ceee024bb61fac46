import { StaffFrame } from '../layout/staff-frame.tsx'
import { EstimateSection } from './estimate-section.tsx'

/** The staff's dashboard, for whoever is signed in; the server decides what they may see. */
export function AdminPage() {
  return <StaffFrame>{({ email, heights }) => <EstimateSection email={email} heights={heights} />}</StaffFrame>
}
