import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { afterPress } from '#client/lib/after-press.ts'
import { api, type EstimateDetail } from '#client/lib/api.ts'
import { errorCode, staleSave } from '#client/lib/api-error.ts'
import { type EstimateFormValues, emptyForm } from '#client/lib/estimate-values.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { detailErrors, detailInput, formOfAnswers, readValues } from '../intake/details-form.ts'
import { tabDraft } from '../layout/tab-drafts.ts'

type DetailsDraft = {
  readonly values: EstimateFormValues
  /** The values that the page showed when editing began. */
  readonly base: EstimateFormValues
}

/** The draft of an edit that goes on, also after the page was left. */
export function getDetailsDraft(id: string) {
  const draft = tabDraft('details', id)
  return {
    read(): DetailsDraft | undefined {
      const { values, base } = draft.read() ?? {}
      return values && base ? { values: readValues(values, emptyForm), base: readValues(base, emptyForm) } : undefined
    },
    write: (fields: DetailsDraft | undefined): void => draft.write(fields),
  }
}

const differing = (a: EstimateFormValues, b: EstimateFormValues): EstimateField[] =>
  estimateFieldNames.filter((field) => a[field] !== b[field])

/**
 * Edits the details on top of what the page shows. A colleague's change goes into the fields that the user has not
 * touched; where both changed one, the user's stays and is named in `overtaken`.
 */
export function useDetailsForm({ estimate, work }: EstimateDetail, onDone: () => void) {
  const utils = api.useUtils()
  const shown = formOfAnswers(estimate)
  const [draft] = useState(() => getDetailsDraft(estimate.id))
  const [stored] = useState(draft.read)
  const [base, setBase] = useState(stored?.base ?? shown)
  const [overtaken, setOvertaken] = useState<readonly EstimateField[]>([])
  const form = useForm<EstimateFormValues>({
    initialValues: stored?.values ?? shown,
    validate: detailErrors,
    enhanceGetInputProps: ({ field, form: { validateField } }) => ({
      onBlur: () => afterPress(() => void validateField(field)),
    }),
  })
  const edited = differing(form.values, base)
  const unsaved = useRef(false)
  unsaved.current = edited.length > 0

  // While it is being sent, the change is the user's own.
  const moved = form.submitting ? [] : differing(shown, base)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the values
  useEffect(() => {
    if (moved.length === 0) return
    for (const field of moved) if (!edited.includes(field)) form.setFieldValue(field, shown[field])
    setOvertaken(moved.filter((field) => edited.includes(field) && form.values[field] !== shown[field]))
    setBase(shown)
  }, [moved.join()])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are what it writes
  useEffect(() => {
    draft.write(unsaved.current ? { values: form.values, base } : undefined)
  }, [form.values, base])

  function close(): void {
    unsaved.current = false
    draft.write(undefined)
    onDone()
  }

  async function save(values: EstimateFormValues, version: number): Promise<void> {
    const { id } = estimate
    await utils.estimates.get.cancel({ id })
    try {
      await utils.client.estimates.editDetails.mutate({ id, version, ...detailInput(values) })
    } catch (error) {
      const stale = staleSave(error)
      // Another part of the request was changed, which the details do not overwrite.
      if (stale && stale.work.version > version && stale.changes.every(({ kind }) => kind !== 'details'))
        return await save(values, stale.work.version)
      throw error
    }
  }

  async function send(values: EstimateFormValues): Promise<void> {
    try {
      await save(values, work.version)
    } catch (error) {
      if (errorCode(error) === 'CONFLICT') await utils.estimates.get.invalidate({ id: estimate.id })
      throw error
    }
    await utils.estimates.get.invalidate({ id: estimate.id })
    void utils.estimates.list.invalidate()
    close()
  }

  return { form, edited, overtaken, isUnsaved: () => unsaved.current, send, close }
}
