import { useRef, useState } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import type { EstimateDetail } from '#client/lib/api.ts'
import { useBelow } from '../layout/use-breakpoint.ts'
import { EstimateFacts } from '../ui/estimate-facts.tsx'
import { EstimateTexts } from '../ui/estimate-texts.tsx'
import { PrintButton } from './detail-bar.tsx'
import { EditDetailsForm } from './edit-details-form.tsx'
import styles from './estimate-details.module.css'
import { getDetailsDraft } from './use-details-form.ts'

/** The visitor's entries, and the form that corrects them. */
export function EstimateDetails({ page }: { page: EstimateDetail }) {
  const { estimate } = page
  const isNarrow = useBelow('md')
  const editButton = useRef<HTMLButtonElement>(null)
  // An edit that was left goes on.
  const [isEditing, setEditing] = useState(() => getDetailsDraft(estimate.id).read() !== undefined)

  if (isEditing)
    return (
      <EditDetailsForm
        page={page}
        onDone={() => {
          setEditing(false)
          // The form takes the focus with it.
          setTimeout(() => editButton.current?.focus())
        }}
      />
    )
  return (
    <>
      <EstimateFacts estimate={estimate} without={['day']} />
      <EstimateTexts estimate={estimate} heading="h3" />
      <div className={styles.edit}>
        <button
          ref={editButton}
          type="button"
          className={buttonClass('quiet', 'compact')}
          onClick={() => setEditing(true)}
        >
          Edit details
        </button>
        {isNarrow && <PrintButton />}
      </div>
    </>
  )
}
