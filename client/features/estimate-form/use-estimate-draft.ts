import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { consultationEmailKey, createDeviceStorage } from '#client/lib/device-storage.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import type { DraftStatus } from './draft-note.tsx'
import { createDraftStore, type Draft } from './draft-store.ts'
import { readControls, writeControl } from './form-controls.ts'
import { createFormToken, fetchFormToken } from './form-token.ts'
import { type EstimateFormValues, emptyForm } from './form-values.ts'
import { createRequestKey } from './request-key.ts'
import { startingValues } from './starting-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

/**
 * Keeps what stands in the form on the device, together with the key of a send whose answer got lost, and brings both
 * back: after a reload the same request is still the same request.
 *
 * @param linkedType the project type that the page's address asks for
 */
export function useEstimateDraft(
  form: EstimateForm,
  formElement: RefObject<HTMLFormElement | null>,
  linkedType: string | undefined,
) {
  const [status, setStatus] = useState<DraftStatus>('none')
  const usedLink = useRef(linkedType)
  const undone = useRef<Draft>(undefined)
  const [{ storage, store, snapshot, keeper, requestKey, formToken }] = useState(() => {
    const deviceStorage = createDeviceStorage()
    const draftStore = createDraftStore(deviceStorage, Date.now)
    const key = createRequestKey(randomUuid, () => draftKeeper.save())
    const token = createFormToken({ fetchToken: fetchFormToken, now: Date.now })
    const draftNow = (): Draft => ({
      values: form.getValues(),
      requestKey: key.open(),
      linkedType: usedLink.current,
      formToken: token.keepable(),
    })
    const draftKeeper = createDraftAutosave({
      store: draftStore,
      snapshot: draftNow,
      onSaved: (outcome) => setStatus(outcome === 'nothing' ? 'none' : outcome),
    })
    return {
      storage: deviceStorage,
      store: draftStore,
      snapshot: draftNow,
      keeper: draftKeeper,
      requestKey: key,
      formToken: token,
    }
  })

  function fill(values: Partial<EstimateFormValues>): void {
    for (const field of estimateFieldNames) {
      const value = values[field]
      if (value === undefined) continue
      if (formElement.current) writeControl(formElement.current, field, value)
      // Setting a value renders its field, which nobody should wait for in a form that is still empty.
      if (form.getValues()[field] !== value) form.setFieldValue(field, value, { forceUpdate: false })
    }
  }

  function changed(): void {
    formToken.ask()
    keeper.changed()
  }

  // The page is readable before its scripts have come, so on a slow line people have begun to type by then; browsers
  // also fill in what stood there before a reload.
  const restore = useEffectEvent(() => {
    const typed = formElement.current ? readControls(formElement.current) : {}
    const draft = store.read()
    fill(startingValues({ typed, draft, linkedType, consultationEmail: storage.read(consultationEmailKey) }))
    if (draft) {
      requestKey.adopt(draft.requestKey)
      formToken.adopt(draft.formToken)
      setStatus('kept')
    }
    if (estimateFieldNames.some((field) => typed[field] !== undefined && typed[field] !== draft?.values[field]))
      changed()
    // Fields that were filled in and left before there was anything to check them.
    for (const field of estimateFieldNames)
      if (typed[field] !== undefined && formElement.current?.elements.namedItem(field) !== document.activeElement)
        form.validateField(field)
  })
  // Before the browser paints, so that on the way from another page nobody sees the form empty first.
  useLayoutEffect(() => restore(), [])

  const followLink = useEffectEvent(() => {
    if (usedLink.current === linkedType) return
    usedLink.current = linkedType
    if (!linkedType) return
    fill({ projectType: linkedType })
    keeper.changed()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is what it is about
  useEffect(() => followLink(), [linkedType])

  useEffect(() => {
    // A phone may end the page without another word once it is hidden.
    const flush = () => keeper.flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      keeper.flush()
    }
  }, [keeper])

  return {
    status,
    requestKey,
    /** What says when somebody began to fill the form in, to be sent along. */
    formToken: formToken.ripe,
    /** To be told of whatever is typed or chosen. */
    changed,
    /** To be called when the request is stored. */
    forget: keeper.forget,
    startOver(): void {
      undone.current = snapshot()
      keeper.forget()
      requestKey.adopt(undefined)
      fill(emptyForm)
      form.clearErrors()
      setStatus('emptied')
    },
    undo(): void {
      if (!undone.current) return
      requestKey.adopt(undone.current.requestKey)
      fill(undone.current.values)
      keeper.save()
    },
  }
}
