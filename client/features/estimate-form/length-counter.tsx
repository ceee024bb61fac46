import { useEffect, useState } from 'react'
import styles from './field-note.module.css'
import { type LimitedField, lengthNotice } from './text-length.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** A screen reader is told so long after the last key press, not over each of them. */
const pauseBeforeSpokenMs = 1000

/** How much room is left in a field, once there is little. It alone renders as one types. */
export function LengthCounter({ form, field }: { form: EstimateForm; field: LimitedField }) {
  const notice = lengthNotice(field, form.useWatchValue(field))
  const text = notice?.text ?? ''
  const [spoken, setSpoken] = useState('')

  useEffect(() => {
    const timer = setTimeout(() => setSpoken(text), pauseBeforeSpokenMs)
    return () => clearTimeout(timer)
  }, [text])

  return (
    <>
      {notice && (
        <span aria-hidden="true" className={`${styles.note} ${styles.counter} ${notice.over ? styles.over : ''}`}>
          {text}
        </span>
      )}
      {/* Always there: what comes along with its own live region is not announced. */}
      <span role="status" className="unseen">
        {spoken}
      </span>
    </>
  )
}
