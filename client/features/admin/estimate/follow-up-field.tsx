import { useState } from 'react'
import { dateLimits } from '../ui/date-limits.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { useBaseVersion } from './use-base-version.ts'
import type { Save } from './work-changes.ts'

type FollowUpFieldProps = {
  /** `YYYY-MM-DD` */
  day: string | null
  version: number
  save: Save
}

/** Saves on blur, since each digit of a year makes a valid day. */
export function FollowUpField({ day, version, save }: FollowUpFieldProps) {
  const saved = day ?? ''
  const [shown, setShown] = useState(saved)
  const [typed, setTyped] = useState(saved)
  const isEdited = typed !== shown && typed !== saved
  const seen = useBaseVersion(isEdited, saved, version)
  // Shows saved changes, also of others, unless the user is typing.
  if (shown !== saved && !isEdited) {
    setShown(saved)
    setTyped(saved)
  }

  function commit(value: string): void {
    if (value !== saved) void save({ kind: 'followUp', day: value || null }, seen)
  }

  return (
    <LabeledField label="Follow up on">
      {(id) => (
        <input
          id={id}
          type="date"
          className={fields.input}
          {...dateLimits}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={({ currentTarget: { validity } }) => {
            // Skips half-typed and far-off days.
            if (validity.valid) commit(typed)
          }}
          onKeyDown={({ key, currentTarget: { validity } }) => {
            if (key === 'Enter' && validity.valid) commit(typed)
          }}
        />
      )}
    </LabeledField>
  )
}
