import { useEffect, useState } from 'react'
import styles from './field-note.module.css'
import { type LimitedField, lengthNotice } from './text-length.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** From the last key press to the screen reader's announcement. */
const pauseBeforeSpokenMs = 1000

/** The remaining length of a field, once it is short. Only the counter renders during typing. */
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
