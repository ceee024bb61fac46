import { suggestEmail } from './email-typo.ts'
import styles from './field-note.module.css'
import type { EstimateForm } from './use-estimate-form.ts'

type EmailHintProps = {
  form: EstimateForm
  /** What stood in the field when it was last left. */
  leftWith: string | undefined
}

/** Asks, when the e-mail field is left with a common slip in it, whether another address was meant. It never insists. */
export function EmailHint({ form, leftWith }: EmailHintProps) {
  const value = form.useWatchValue('email')
  // Goes with the next change, and never shares its line with an error.
  const suggestion = leftWith === value && !form.errors.email ? suggestEmail(value) : undefined

  function apply(email: string): void {
    const input = form.getInputNode('email')
    if (!(input instanceof HTMLInputElement)) return
    input.value = email
    form.setFieldValue('email', email, { forceUpdate: false })
    // For whoever watches the form as a whole, as the draft does.
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }

  return (
    <div role="status" className={`${styles.note} ${styles.hint}`}>
      {suggestion && (
        <button
          type="button"
          className={styles.suggestion}
          aria-label={`Did you mean ${suggestion}?`}
          onClick={() => apply(suggestion)}
        >
          {/* When there is no room for all of it, the domain is what must be seen. */}
          <span className={styles.cut}>Did you mean {suggestion.slice(0, suggestion.indexOf('@'))}</span>
          <span>{suggestion.slice(suggestion.indexOf('@'))}?</span>
        </button>
      )}
    </div>
  )
}
