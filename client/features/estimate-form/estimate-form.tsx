import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef } from 'react'
import { buttonClass } from '#client/components/button-class.ts'
import { BudgetSection } from './budget-section.tsx'
import { ContactSection } from './contact-section.tsx'
import styles from './estimate-form.module.css'
import { checkForm, firstWrongField } from './form-values.ts'
import { LocationSection } from './location-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { useEstimateForm } from './use-estimate-form.ts'
import { useEstimateSubmission } from './use-estimate-submission.ts'

/** The request form. Whatever happens to a send, what was typed stays. */
export function EstimateForm() {
  const formElement = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const form = useEstimateForm(formElement)
  const hydrated = useHydrated()
  const { submit, busy } = useEstimateSubmission((errorsByField) => {
    if (!firstWrongField(errorsByField)) return
    form.setErrors(errorsByField)
    focusFirst(errorsByField)
  })

  function focusFirst(errors: Partial<Record<string, unknown>>): void {
    const field = firstWrongField(errors)
    if (field) form.getInputNode(field)?.focus()
  }

  function handleSubmit(event: FormEvent): void {
    event.preventDefault()
    const checked = checkForm(form.getValues())
    form.setErrors(checked.ok ? {} : checked.errors)
    if (checked.ok) void submit(checked.request)
    else focusFirst(checked.errors)
  }

  // A button that is disabled while it has the focus loses it, and with it the place of whoever uses the keyboard.
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) submitButton.current?.focus()
    wasBusy.current = busy
  }, [busy])

  return (
    <form ref={formElement} className={styles.form} method="post" noValidate onSubmit={handleSubmit}>
      <p className={styles.legend}>
        Fields marked with <span className={styles.mark}>*</span> are required.
      </p>
      <ContactSection form={form} />
      <ProjectSection form={form} />
      <LocationSection form={form} />
      <BudgetSection form={form} />
      <div className={styles.send}>
        {/* Before the scripts have come a press could only lose what was typed. */}
        <button
          ref={submitButton}
          type="submit"
          className={`${buttonClass()} ${styles.submit}`}
          disabled={busy || !hydrated}
          aria-busy={busy}
        >
          {busy ? 'Submitting...' : 'Get My Free Estimate'}
        </button>
        <p>Free and without obligation. You will hear from us within 24 hours.</p>
      </div>
    </form>
  )
}
