import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { showSuccess } from '#client/components/toasts.tsx'
import { afterPress } from '#client/lib/after-press.ts'
import { api } from '#client/lib/api.ts'
import { errorCode } from '#client/lib/api-error.ts'
import { readUuid } from '#client/lib/device-storage.ts'
import { newYorkTime } from '#shared/calendar-days.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import { emptyPhoneForm, type PhoneFormValues, phoneErrors, phoneInput, readValues } from './details-form.ts'

/** Returns the wall time in New York, like `2025-01-31T15:10`. */
export function wallTime(instant: Date): string {
  return newYorkTime(instant).replace(' ', 'T')
}

function freshForm(): PhoneFormValues {
  return { ...emptyPhoneForm, calledAt: wallTime(new Date(Date.now())) }
}

/** The time alone is no entry. */
function hasEntry(values: PhoneFormValues): boolean {
  return Object.entries(emptyPhoneForm).some(
    ([field, empty]) => field !== 'calledAt' && values[field as keyof PhoneFormValues] !== empty,
  )
}

/**
 * The form of an estimate that came by phone. What is typed is kept in the tab with the key of a try whose response was
 * lost, so that the next try cannot add the estimate twice.
 */
export function usePhoneForm() {
  const navigate = useNavigate()
  const utils = api.useUtils()
  // There is one such draft of each account in a tab.
  const [draft] = useState(() => tabDraft('phone', 'new'))
  const [restored, setRestored] = useState(draft.read)
  const requestKey = useRef(readUuid(restored?.requestKey))
  const isDone = useRef(false)
  const form = useForm<PhoneFormValues>({
    initialValues: restored ? readValues(restored, emptyPhoneForm) : freshForm(),
    validate: phoneErrors,
    enhanceGetInputProps: ({ field, form: { getValues, validateField } }) => ({
      // An empty form has nothing wrong yet: the press may have been "Start over".
      onBlur: () =>
        afterPress(() => {
          if (hasEntry(getValues())) validateField(field)
        }),
    }),
  })
  const isEdited = hasEntry(form.values)
  const unsaved = useRef(isEdited)
  unsaved.current = isEdited

  function write(): void {
    draft.write(isEdited && !isDone.current ? { ...form.values, requestKey: requestKey.current } : undefined)
  }
  useEffect(write, [form.values, isEdited, draft])

  function startOver(): void {
    requestKey.current = undefined
    setRestored(undefined)
    form.setValues(freshForm())
    form.clearErrors()
  }

  /** Rejects with the server's error. */
  async function send(values: PhoneFormValues): Promise<void> {
    requestKey.current ??= randomUuid()
    write()
    try {
      const { id, reference } = await utils.client.estimates.addPhoneEstimate.mutate(
        phoneInput(values, requestKey.current),
      )
      isDone.current = true
      draft.write(undefined)
      showSuccess({ title: 'Request saved', message: `Its reference is ${reference}.` })
      void utils.estimates.list.invalidate()
      // Back leads to where the user came from, not to an empty form.
      await navigate({ to: '/admin/estimates/$id', params: { id }, replace: true })
    } catch (error) {
      // The key belongs to an estimate with other values; the next try is another one.
      if (errorCode(error) === 'CONFLICT') requestKey.current = undefined
      throw error
    }
  }

  return {
    form,
    isRestored: restored !== undefined,
    isUnsaved: () => unsaved.current && !isDone.current,
    startOver,
    send,
  }
}
