import { useId, useState } from 'react'
import fields from './fields.module.css'
import { useSeenVersion } from './use-seen-version.ts'
import type { Save } from './work-changes.ts'

type FollowUpFieldProps = {
  /** `YYYY-MM-DD` as it stands. */
  day: string | null
  version: number
  save: Save
}

/** The day to get in touch again. Saved when the field is left: while one types a year, each digit makes a day. */
export function FollowUpField({ day, version, save }: FollowUpFieldProps) {
  const id = useId()
  const stands = day ?? ''
  const [shown, setShown] = useState(stands)
  const [typed, setTyped] = useState(stands)
  const isEdited = typed !== shown && typed !== stands
  const seen = useSeenVersion(isEdited, stands, version)
  // What was saved, or changed by somebody else, takes the place of what was there; what is being typed stays.
  if (shown !== stands && !isEdited) {
    setShown(stands)
    setTyped(stands)
  }

  function commit(value: string): void {
    if (value !== stands) void save({ kind: 'followUp', day: value || null }, seen)
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
