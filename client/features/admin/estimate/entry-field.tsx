import { type Ref, useId } from 'react'
import { workTextLimits } from '#shared/estimates/estimate-work.ts'
import fields from '../ui/fields.module.css'
import { LabeledField } from '../ui/labeled-field.tsx'
import { sendOnEnter } from '../ui/send-on-enter.ts'

type EntryFieldProps = {
  ref?: Ref<HTMLTextAreaElement>
  label: string
  rows: number
  text: string
  onEdit: (text: string) => void
  sending: boolean
  failure: string | undefined
  /** Whether Enter sends the form, and Shift+Enter begins a new line. */
  sendsOnEnter?: boolean
}

export function EntryField({
  ref,
  label,
  rows,
  text,
  onEdit,
  sending,
  failure,
  sendsOnEnter = false,
}: EntryFieldProps) {
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
            {...(sendsOnEnter ? sendOnEnter : {})}
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
