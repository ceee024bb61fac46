import { useEffect, useId, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { focusField } from '#client/components/focus-field.ts'
import type { EstimateDetail } from '#client/lib/api.ts'
import { answerText } from '#shared/estimates/answers.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import { DetailFields } from '../intake/detail-fields.tsx'
import { customerFields, moreFields, projectFields } from '../intake/details-form.ts'
import { LeaveDialog } from '../layout/leave-dialog.tsx'
import fields from '../ui/fields.module.css'
import { fieldLabel } from '../ui/work-labels.ts'
import styles from './estimate-details.module.css'
import { useDetailsForm } from './use-details-form.ts'

type EditDetailsFormProps = {
  page: EstimateDetail
  onDone: () => void
}

export function EditDetailsForm({ page, onDone }: EditDetailsFormProps) {
  const headingId = useId()
  const element = useRef<HTMLFormElement>(null)
  const { form, edited, overtaken, sending, failed, isUnsaved, send, close } = useDetailsForm(page, onDone)
  const wrong = Object.values(form.errors).filter(Boolean).length

  useEffect(() => {
    element.current?.querySelector('input')?.focus()
  }, [])

  /** Focuses the first of the named fields in the order of the form. */
  function showFirst(names: readonly string[]): void {
    const control = Array.from(element.current?.elements ?? []).find(
      (each) => each instanceof HTMLElement && names.includes(each.getAttribute('name') ?? ''),
    )
    if (control instanceof HTMLElement) focusField(control)
  }

  return (
    <form
      ref={element}
      className={styles.form}
      aria-labelledby={headingId}
      noValidate
      onSubmit={form.onSubmit(
        async (values) => showFirst(await send(values)),
        (errors) => showFirst(Object.keys(errors)),
      )}
    >
      <LeaveDialog isUnsaved={isUnsaved} />
      <h3 id={headingId} className={styles.heading}>
        Edit details
      </h3>
      <p className={styles.hint}>The timeline keeps what was there before. Nothing is mailed.</p>
      {overtaken.length > 0 && (
        <div role="status" className={styles.overtaken}>
          <p>A colleague changed these, too. Your version replaces theirs when you save:</p>
          <ul>
            {overtaken.map((field) => (
              <li key={field}>
                {fieldLabel(field)}: <bdi>{answerText(page.estimate, field) || 'none'}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      <DetailFields
        names={[...customerFields, ...projectFields, ...moreFields]}
        toAuthState={(name: EstimateField, type) => form.getInputProps(name, { type })}
        readOnly={sending}
      />
      {(failed ?? wrong > 0) && (
        <p className={fields.error} role="alert">
          {failed ? `Details not saved. ${failed}` : `Please check ${wrong === 1 ? '1 field' : `${wrong} fields`}.`}
        </p>
      )}
      <div className={fields.row}>
        <button
          type="submit"
          className={buttonClass('primary', 'compact')}
          aria-disabled={sending || edited.length === 0}
        >
          {sending ? 'Saving…' : 'Save details'}
        </button>
        <button type="button" className={buttonClass('quiet', 'compact')} onClick={close}>
          Cancel
        </button>
      </div>
    </form>
  )
}
