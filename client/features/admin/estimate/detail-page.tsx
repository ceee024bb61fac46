import { StaffFrame } from '../layout/staff-frame.tsx'
import { DetailSection } from './detail-section.tsx'

/** The page of one request, for whoever is signed in; the server decides what they may see. */
export function DetailPage({ id }: { id: string }) {
  // Nothing of one request, such as a note half written, is to be left when another one takes its place.
  return <StaffFrame printsHeader={false}>{({ email }) => <DetailSection key={id} id={id} email={email} />}</StaffFrame>
}
