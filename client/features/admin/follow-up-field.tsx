import { useState } from 'react'
import fields from './fields.module.css'
import { Labelled } from './labelled.tsx'
import { likelyDays } from './likely-days.ts'
import type { WorkChange } from './work-changes.ts'

type FollowUpFieldProps = {
  /** `YYYY-MM-DD` as it stands. */
  day: string | null
  save: (change: WorkChange) => Promise<boolean>
}

/** The day to get in touch again. Saved when the field is left: while one types a year, each digit makes a day. */
export function FollowUpField({ day, save }: FollowUpFieldProps) {
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
    <Labelled label="Follow up on">
      {(id) => (
        <input
          id={id}
          type="date"
          className={fields.input}
          {...likelyDays}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={({ currentTarget: { validity } }) => {
            // A day that is half typed, or far off, is not meant.
            if (validity.valid) commit(typed)
          }}
          onKeyDown={({ key, currentTarget: { validity } }) => {
            if (key === 'Enter' && validity.valid) commit(typed)
          }}
        />
      )}
    </Labelled>
  )
}
