import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { photosOfForm, watchPhotosOfForm } from '#client/features/photos/form-photos.ts'
import { consultationEmailKey, createDeviceStorage } from '#client/lib/device-storage.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import { estimateFieldNames } from '#shared/estimates/fields.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import type { DraftStatus } from './draft-note.tsx'
import { createDraftStore, type Draft, type FoundDraft } from './draft-store.ts'
import { readControls, writeControl } from './form-controls.ts'
import { createFormToken, fetchFormToken } from './form-token.ts'
import { createRequestKey } from './request-key.ts'
import { startingValues } from './starting-values.ts'
import type { EstimateForm } from './use-estimate-form.ts'

const photosExpired = 'Your photos were kept for a day. Please add them again.'

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
  const [{ storage, store, snapshot, autosave, requestKey, formToken, photos }] = useState(() =>
    createDraftParts(form, () => usedLink.current, setStatus),
  )
  const fill = (values: Partial<EstimateFormValues>) => fillForm(form, formElement.current, values)

  function changed(): void {
    formToken.request()
    autosave.changed()
  }

  function readFilled(element = formElement.current): void {
    if (element && takeFilled(form, element)) changed()
  }

  function adopt(draft: FoundDraft): void {
    requestKey.adopt(draft.requestKey, !draft.isUnsent)
    formToken.adopt(draft.formToken)
    photos.restore(draft.photos ?? [], draft.requestKey, draft.lostPhotos ? photosExpired : '')
  }

  // Visitors may have typed before hydration, and browsers restore values after a reload.
  const restore = useEffectEvent(() => {
    const typed = formElement.current ? readControls(formElement.current) : {}
    const draft = store.read()
    fill(startingValues({ typed, draft, linkedType, consultationEmail: storage.read(consultationEmailKey) }))
    if (draft) {
      adopt(draft)
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

  // The draft keeps the photos that were sent.
  useEffect(() => {
    return watchPhotosOfForm(photos, autosave.changed)
  }, [photos, autosave])

  useFollowedLink(linkedType, usedLink, (projectType) => {
    fill({ projectType })
    autosave.changed()
  })
  useBeforeLeave(formElement, (element) => {
    readFilled(element)
    autosave.flush()
  })

  return {
    status,
    requestKey,
    photos,
    addPhotos(files: readonly File[]): void {
      photos.add(files, requestKey.current())
      changed()
    },
    formToken: formToken.whenOldEnough,
    /** Call it on every input event. */
    changed,
    /** Takes over what stands in the controls. Call it when a field is left and before the form is sent. */
    readFilled: () => readFilled(),
    /** Call it after the submission. */
    forget(): void {
      photos.settle()
      autosave.forget()
    },
    startOver(): void {
      undone.current = snapshot()
      photos.clear()
      autosave.forget()
      requestKey.adopt(undefined, false)
      fill(emptyForm)
      form.clearErrors()
      setStatus('emptied')
    },
    undo(): void {
      if (!undone.current) return
      requestKey.adopt(undone.current.requestKey, !undone.current.isUnsent)
      photos.bringBack()
      fill(undone.current.values)
      autosave.save()
    },
  }
}

function createDraftParts(
  form: EstimateForm,
  linkedType: () => string | undefined,
  onStatus: (status: DraftStatus) => void,
) {
  const storage = createDeviceStorage()
  const store = createDraftStore(storage, Date.now)
  const requestKey = createRequestKey(randomUuid, () => autosave.save())
  const photos = photosOfForm(store.read()?.requestKey)
  const formToken = createFormToken({ fetchToken: fetchFormToken, now: Date.now })
  const snapshot = (): Draft => ({
    values: form.getValues(),
    requestKey: requestKey.open(),
    isUnsent: !requestKey.mayHaveArrived(),
    photos: photos.saved(),
    linkedType: linkedType(),
    formToken: formToken.current(),
  })
  const autosave = createDraftAutosave({
    store,
    snapshot,
    onSaved: (outcome) => onStatus(outcome === 'nothing' ? 'none' : outcome),
  })
  return { storage, store, snapshot, autosave, requestKey, formToken, photos }
}

function fillForm(form: EstimateForm, element: HTMLFormElement | null, values: Partial<EstimateFormValues>): void {
  for (const field of estimateFieldNames) {
    const value = values[field]
    if (value === undefined) continue
    if (element) writeControl(element, field, value)
    // Skips rendering for unchanged values.
    if (form.getValues()[field] !== value) form.setFieldValue(field, value, { forceUpdate: false })
  }
}

/**
 * Some browsers and password managers fill in fields without an event.
 *
 * @returns whether there were any
 */
function takeFilled(form: EstimateForm, element: HTMLFormElement): boolean {
  const held = form.getValues()
  const found = { ...emptyForm, ...readControls(element) }
  const filled = estimateFieldNames.filter((field) => found[field] !== held[field])
  for (const field of filled) form.setFieldValue(field, found[field], { forceUpdate: false })
  return filled.length > 0
}

function useFollowedLink(
  linkedType: string | undefined,
  used: RefObject<string | undefined>,
  onFollowed: (projectType: string) => void,
): void {
  const follow = useEffectEvent(() => {
    if (used.current === linkedType) return
    used.current = linkedType
    if (linkedType) onFollowed(linkedType)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link is what it is about
  useEffect(() => {
    follow()
  }, [linkedType])
}

/** A phone may end a hidden page without another event. */
function useBeforeLeave(
  formElement: RefObject<HTMLFormElement | null>,
  onLeave: (element: HTMLFormElement | null) => void,
): void {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    const element = formElement.current
    const flush = () => leave(element)
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [formElement])
}
