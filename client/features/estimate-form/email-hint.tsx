import { suggestEmail } from './email-typo.ts'
import styles from './field-note.module.css'
import type { EstimateForm } from './use-estimate-form.ts'

type EmailHintProps = {
  form: EstimateForm
  /** The field had this value at the last blur. */
  leftWith: string | undefined
}

/** Suggests a correction for a common typing error. */
export function EmailHint({ form, leftWith }: EmailHintProps) {
  const value = form.useWatchValue('email')
  // The suggestion disappears with the next change or an error.
  const suggestion = leftWith === value && !form.errors.email ? suggestEmail(value) : undefined

  function apply(email: string): void {
    const input = form.getInputNode('email')
    if (!(input instanceof HTMLInputElement)) return
    input.value = email
    form.setFieldValue('email', email, { forceUpdate: false })
    // The draft listens for input events.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }

  return (
    <div role="status" className={styles.note}>
      {suggestion && (
        <button
          type="button"
          className={styles.suggestion}
          aria-label={`Did you mean ${suggestion}?`}
          onClick={() => apply(suggestion)}
        >
          {/* The domain stays visible if the address is cut. */}
          <span className={styles.cut}>{`Did you mean ${suggestion.slice(0, suggestion.indexOf('@'))}`}</span>
          <span>{`${suggestion.slice(suggestion.indexOf('@'))}?`}</span>
        </button>
      )}
    </div>
  )
}
