import { useId, useState } from 'react'
import fields from './fields.module.css'
import type { Save } from './work-changes.ts'

type FollowUpFieldProps = {
  /** `YYYY-MM-DD` as it stands. */
  day: string | null
  save: Save
}

/** The day to get in touch again. Saved when the field is left: while one types a year, each digit makes a day. */
export function FollowUpField({ day, save }: FollowUpFieldProps) {
  const id = useId()
  const [shown, setShown] = useState(day)
  const [typed, setTyped] = useState(day ?? '')
  // What was saved, or changed by somebody else, takes the place of what was typed; the field keeps the focus.
  if (shown !== day) {
    setShown(day)
    setTyped(day ?? '')
  }

  function commit(value: string): void {
    if (value !== (day ?? '')) void save({ kind: 'followUp', day: value || null })
  }

  return (
    <div className={fields.stack}>
      <label htmlFor={id} className={fields.label}>
        Follow up on
      </label>
      <input
        id={id}
        type="date"
        className={fields.input}
        min="2000-01-01"
        max="2099-12-31"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={(event) => {
          // A day that is half typed, or far off, is not meant.
          if (event.currentTarget.validity.valid) commit(typed)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.currentTarget.validity.valid) commit(typed)
        }}
      />
    </div>
  )
}
