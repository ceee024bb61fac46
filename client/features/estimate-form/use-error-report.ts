import type { FormErrors } from '@mantine/form'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusField } from '#client/components/focus-field.ts'
import type { EstimateField } from '#shared/estimates/fields.ts'
import type { ErrorReport } from './error-summary.tsx'
import { findControls } from './form-controls.ts'
import { firstWrongField } from './form-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/** What the summary lists, until all of it is corrected. */
export function useErrorReport(form: EstimateForm, formElement: RefObject<HTMLFormElement | null>) {
  const summary = useRef<HTMLDivElement>(null)
  const [report, setReport] = useState<ErrorReport>()

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

  return { summary, report, showField, showErrors, hideReport: () => setReport(undefined) }
}
