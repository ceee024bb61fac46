import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Link, useSearch } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LateNote } from '#client/components/late-note.tsx'
import { SubmitButton } from '#client/components/submit-button.tsx'
import { prepareToasts } from '#client/components/toasts.tsx'
import { company, responsePromise } from '#shared/company.ts'
import type { EstimateFields } from '#shared/estimates/estimate-input.ts'
import { BudgetSection } from './budget-section.tsx'
import { ContactSection } from './contact-section.tsx'
import { DraftNote } from './draft-note.tsx'
import { ErrorSummary } from './error-summary.tsx'
import styles from './estimate-form.module.css'
import { isShown } from './form-controls.ts'
import { HoneypotField, readHoneypot } from './honeypot-field.tsx'
import { LocationSection } from './location-section.tsx'
import { ProjectSection } from './project-section.tsx'
import { useErrorReport } from './use-error-report.ts'
import { useEstimateDraft } from './use-estimate-draft.ts'
import { useEstimateForm } from './use-estimate-form.ts'
import { useEstimateSubmission } from './use-estimate-submission.ts'

export function EstimateForm() {
  const formElement = useRef<HTMLFormElement>(null)
  const { type: linkedType } = useSearch({ from: '/estimate' })
  const form = useEstimateForm()
  const draft = useEstimateDraft(form, formElement, linkedType)
  const { summary, report, showField, showErrors, hideReport } = useErrorReport(form, formElement)
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

  // Someone who only reads needs no toasts. A field may have the focus since before the scripts loaded.
  useEffect(() => {
    if (formElement.current?.contains(document.activeElement)) prepareToasts()
  }, [])

  function startOver(): void {
    draft.startOver()
    hideReport()
    setHasFailed(false)
  }

  function send(answers: EstimateFields): void {
    hideReport()
    setHasFailed(false)
    void submit({ ...answers, remarks: readHoneypot(formElement.current) })
  }

  return (
    <form
      ref={formElement}
      className={styles.form}
      // Prevents a native submission, which would leave the page.
      method="dialog"
      noValidate
      onFocus={prepareToasts}
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
      <SendSection busy={busy} hasFailed={hasFailed} />
    </form>
  )
}

function SendSection({ busy, hasFailed }: { busy: boolean; hasFailed: boolean }) {
  const submitButton = useRef<HTMLButtonElement>(null)
  // A disabled button loses the focus, so it gets it back.
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy && document.activeElement === document.body) submitButton.current?.focus()
    wasBusy.current = busy
  }, [busy])

  return (
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
