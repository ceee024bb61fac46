import { useEffect, useState } from 'react'
import styles from './field-note.module.css'
import { type LimitedField, lengthNotice } from './text-length.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** Counts from the last key press. */
const pauseBeforeSpokenMs = 1000

/** Appears near the limit. Only the counter renders during typing. */
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
      {/* Always present: a live region that appears with its text is not announced. */}
      <span role="status" className="unseen">
        {spoken}
      </span>
    </>
  )
}
