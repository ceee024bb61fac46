import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { consultationEmailKey, createDeviceStorage } from '#client/lib/device-storage.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import type { DraftStatus } from './draft-note.tsx'
import { createDraftStore, type Draft } from './draft-store.ts'
import { readControls, writeControl } from './form-controls.ts'
import { createFormToken, fetchFormToken } from './form-token.ts'
import { createRequestKey } from './request-key.ts'
import { startingValues } from './starting-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/**
 * Restores the values with the key of a submission whose response was lost, so that it is still the same estimate.
 *
 * @param linkedType the project type in the page's URL
 */
export function useEstimateDraft(
  form: EstimateForm,
  formElement: RefObject<HTMLFormElement | null>,
  linkedType: string | undefined,
) {
  const [status, setStatus] = useState<DraftStatus>('none')
  const usedLink = useRef(linkedType)
  const undone = useRef<Draft>(undefined)
  const [{ storage, store, snapshot, autosave, requestKey, formToken }] = useState(() => {
    const deviceStorage = createDeviceStorage()
    const draftStore = createDraftStore(deviceStorage, Date.now)
    const key = createRequestKey(randomUuid, () => draftAutosave.save())
    const token = createFormToken({ fetchToken: fetchFormToken, now: Date.now })
    const draftNow = (): Draft => ({
      values: form.getValues(),
      requestKey: key.open(),
      linkedType: usedLink.current,
      formToken: token.current(),
    })
    const draftAutosave = createDraftAutosave({
      store: draftStore,
      snapshot: draftNow,
      onSaved: (outcome) => setStatus(outcome === 'nothing' ? 'none' : outcome),
    })
    return {
      storage: deviceStorage,
      store: draftStore,
      snapshot: draftNow,
      autosave: draftAutosave,
      requestKey: key,
      formToken: token,
    }
  })

  function fill(values: Partial<EstimateFormValues>): void {
    for (const field of estimateFieldNames) {
      const value = values[field]
      if (value === undefined) continue
      if (formElement.current) writeControl(formElement.current, field, value)
      // Skips rendering for unchanged values.
      if (form.getValues()[field] !== value) form.setFieldValue(field, value, { forceUpdate: false })
    }
  }

  function changed(): void {
    formToken.request()
    autosave.changed()
  }

  /** Some browsers and password managers fill in fields without an event. */
  function readFilled(element = formElement.current): void {
    if (!element) return
    const held = form.getValues()
    const found = { ...emptyForm, ...readControls(element) }
    const filled = estimateFieldNames.filter((field) => found[field] !== held[field])
    for (const field of filled) form.setFieldValue(field, found[field], { forceUpdate: false })
    if (filled.length > 0) changed()
  }

  // Visitors may have typed before hydration, and browsers restore values after a reload.
  const restore = useEffectEvent(() => {
    const typed = formElement.current ? readControls(formElement.current) : {}
    const draft = store.read()
    fill(startingValues({ typed, draft, linkedType, consultationEmail: storage.read(consultationEmailKey) }))
    if (draft) {
      requestKey.adopt(draft.requestKey)
      formToken.adopt(draft.formToken)
      setStatus('saved')
    }
    if (estimateFieldNames.some((field) => typed[field] !== undefined && typed[field] !== draft?.values[field]))
      changed()
    // Checks fields that were left before hydration.
    for (const field of estimateFieldNames)
      if (typed[field] !== undefined && formElement.current?.elements.namedItem(field) !== document.activeElement)
        form.validateField(field)
  })
  // Runs before the paint, so that the form does not appear empty first.
  useLayoutEffect(() => {
    restore()
  }, [])

  const followLink = useEffectEvent(() => {
    if (usedLink.current === linkedType) return
    usedLink.current = linkedType
    if (!linkedType) return
    fill({ projectType: linkedType })
    autosave.changed()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is what it is about
  useEffect(() => {
    followLink()
  }, [linkedType])

  const leave = useEffectEvent((element: HTMLFormElement | null) => {
    readFilled(element)
    autosave.flush()
  })
  useEffect(() => {
    const element = formElement.current
    // A phone may end a hidden page without another event.
    const flush = () => leave(element)
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [formElement])

  return {
    status,
    requestKey,
    formToken: formToken.whenOldEnough,
    /** Call it on every input event. */
    changed,
    /** Takes over what stands in the controls. Call it when a field is left and before the form is sent. */
    readFilled: () => readFilled(),
    /** Call it after the submission. */
    forget: autosave.forget,
    startOver(): void {
      undone.current = snapshot()
      autosave.forget()
      requestKey.adopt(undefined)
      fill(emptyForm)
      form.clearErrors()
      setStatus('emptied')
    },
    undo(): void {
      if (!undone.current) return
      requestKey.adopt(undone.current.requestKey)
      fill(undone.current.values)
      autosave.save()
    },
  }
}
