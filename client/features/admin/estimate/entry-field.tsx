import { type Ref, useId } from 'react'
import { workTextLimits } from '#shared/estimates/estimate-work.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'

type EntryFieldProps = {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  rows: number
  text: string
  onEdit: (text: string) => void
  sending: boolean
  failure: string | undefined
}

export function EntryField({ ref, label, rows, text, onEdit, sending, failure }: EntryFieldProps) {
  const failureId = useId()
  return (
    <>
      <LabeledField label={label}>
        {(id) => (
          <textarea
            ref={ref}
            id={id}
            className={fields.input}
            rows={rows}
            maxLength={workTextLimits.note}
            value={text}
            readOnly={sending}
            aria-describedby={failure && failureId}
            onChange={(event) => onEdit(event.currentTarget.value)}
          />
        )}
      </LabeledField>
      {failure && (
        <p id={failureId} className={fields.error} role="alert">
          {failure}
        </p>
      )}
    </>
  )
}
