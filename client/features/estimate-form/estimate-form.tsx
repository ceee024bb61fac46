import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import type { FormErrors } from '@mantine/form'
import { Link, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '#client/components/focus-field.ts'
import { LateNote } from '#client/components/late-note.tsx'
import { SubmitButton } from '#client/components/submit-button.tsx'
import { company, responsePromise } from '#shared/company.ts'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import { BudgetSection } from './budget-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { DraftNote } from './draft-note.tsx'
import { type ErrorReport, ErrorSummary } from './error-summary.tsx'
import styles from './estimate-form.module.css'
import { findControls, isShown } from './form-controls.ts'
import { firstWrongField } from './form-values.ts'
import { HoneypotField, readHoneypot } from './honeypot-field.tsx'
import { LocationSection } from './location-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { useEstimateDraft } from './use-estimate-draft.ts'
import { useEstimateForm } from './use-estimate-form.ts'
import { useEstimateSubmission } from './use-estimate-submission.ts'

export function EstimateForm() {
  const formElement = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const { type: linkedType } = useSearch({ from: '/estimate' })
  const form = useEstimateForm()
  const draft = useEstimateDraft(form, formElement, linkedType)
  const [report, setReport] = useState<ErrorReport>()
  const [hasFailed, setHasFailed] = useState(false)
  const { submit, busy } = useEstimateSubmission({
    requestKey: draft.requestKey,
    photosFor: draft.photos.idsFor,
    formToken: draft.formToken,
    onAccepted: draft.forget,
    onFailure: (errors) => {
      setHasFailed(true)
      showErrors(errors)
    },
  })

  const isCorrected = report && !Object.keys(report.errors).some((field) => form.errors[field])
  // Safari has no scroll anchoring, so the field that was corrected last would move when the summary goes.
  useLayoutEffect(() => {
    if (!isCorrected) return
    const fieldTop = () => document.activeElement?.getBoundingClientRect().top ?? 0
    const before = fieldTop()
    setReport(undefined)
    queueMicrotask(() => window.scrollBy(0, fieldTop() - before))
  }, [isCorrected])

  function showField(field: EstimateField, above?: HTMLElement | null): void {
    const [control] = formElement.current ? findControls(formElement.current, field) : []
    if (control) focusField(control, above)
  }

  function showErrors(errors: FormErrors): void {
    const first = firstWrongField(errors)
    if (!first) return
    // The summary and the errors move the field, so they are rendered first.
    flushSync(() => {
      form.setErrors(errors)
      // Each press makes a new element, so that screen readers announce it again.
      setReport((shown) => ({ press: (shown?.press ?? 0) + 1, errors }))
    })
    showField(first, summary.current)
  }

  function startOver(): void {
    draft.startOver()
    setReport(undefined)
    setHasFailed(false)
  }

  function send(answers: EstimateFields): void {
    setReport(undefined)
    setHasFailed(false)
    void submit({ ...answers, remarks: readHoneypot(formElement.current) })
  }

  // A disabled button loses the focus, so it gets it back.
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) submitButton.current?.focus()
    wasBusy.current = busy
  }, [busy])

  return (
    <form
      ref={formElement}
      className={styles.form}
      // Prevents a native submission, which would leave the page.
      method="dialog"
      noValidate
      onInput={draft.changed}
      onBlur={draft.readFilled}
      onKeyDown={goToNextField}
      onSubmit={(event) => {
        draft.readFilled()
        form.onSubmit(send, showErrors)(event)
      }}
    >
      {report && (
        <ErrorSummary
          key={report.press}
          ref={summary}
          report={report}
          isWrong={(field) => Boolean(form.errors[field])}
          onFollow={showField}
        />
      )}
      <div className={styles.before}>
        <p className={styles.legend}>
          Fields marked with <span className={styles.mark}>*</span> are required.
        </p>
        <DraftNote status={draft.status} onStartOver={startOver} onUndo={draft.undo} />
      </div>
      <HoneypotField />
      <ContactSection form={form} />
      <ProjectSection form={form} photos={draft.photos} onAdd={draft.addPhotos} />
      <LocationSection form={form} />
      <BudgetSection form={form} />
      <div className={styles.send}>
        <SubmitButton
          ref={submitButton}
          className={styles.submit}
          text="Get My Free Estimate"
          busyText="Submitting..."
          busy={busy}
        />
        <div>
          {hasFailed && (
            <p className={styles.failed}>
              Nothing is lost. Try again, or call <a href={company.phone.href}>{company.phone.display}</a>.
            </p>
          )}
          <p>
            Free, no obligation. You’ll hear from us {responsePromise}. See how we use your information:{' '}
            <Link to="/privacy">Privacy</Link>.
          </p>
        </div>
        <LateNote />
      </div>
    </form>
  )
}

/** Does what `enterkeyhint="next"` says, since the Enter key of some phones submits instead. */
function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget: form } = event
  // Sharing this with the dashboard's keys.ts would add a file to both pages. Safari marks some keys only by the code.
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
  if (!(target instanceof HTMLInputElement) || target.enterKeyHint !== 'next') return
  if (!matchMedia('(pointer: coarse)').matches) return
  event.preventDefault()
  const fields = Array.from(form.elements).filter(
    (element) =>
      element instanceof HTMLElement &&
      element.matches('input, select, textarea') &&
      element.tabIndex >= 0 &&
      isShown(element),
  )
  const next = fields[fields.indexOf(target) + 1]
  if (next instanceof HTMLElement) next.focus()
}
