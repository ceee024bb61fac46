import { Link } from '@tanstack/react-router'
import { buttonClass } from '#client/components/button-class.ts'
import { useNarrow } from '../layout/use-narrow.ts'

/** Leads to the form for a call. In narrow windows the menu of each page has it. */
export function NewEstimateLink() {
  if (useNarrow()) return null
  return (
    <Link to="/admin/new" className={buttonClass('primary', 'compact')}>
      New estimate
    </Link>
  )
}
