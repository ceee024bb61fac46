import { Link } from '@tanstack/react-router'
import { createPortal } from 'react-dom'
import { buttonClass } from '#client/components/button-class.ts'
import { useStaff } from '../layout/staff-context.ts'
import { useNarrow } from '../layout/use-narrow.ts'

/** Leads to the form for a call; in narrow windows within the header's menu. */
export function NewEstimateLink() {
  const { slot } = useStaff().menu
  const isNarrow = useNarrow()
  const link = (
    <Link to="/admin/new" className={buttonClass(isNarrow ? 'onNavy' : 'primary', 'compact')}>
      New estimate
    </Link>
  )
  return isNarrow && slot ? createPortal(link, slot) : link
}
