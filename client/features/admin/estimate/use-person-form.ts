import { useId, useState } from 'react'
import { showSuccess } from '#client/components/toasts.tsx'
import { api, type FoundPerson } from '#client/lib/api.ts'
import { errorCode, failureMessage, fieldErrors } from '#client/lib/api-error.ts'
import { erasureWord, isErasureConfirmed, type PersonExportFormat } from '#shared/erasure.ts'
import { estimateCountLabel } from '../ui/work-labels.ts'

export type PersonOptions = { id: string; person: FoundPerson; onClose: () => void }

export type PersonFormState = ReturnType<typeof usePersonForm>

/** Exports or erases the estimates of a person that are chosen. */
export function usePersonForm({ id, person, onClose }: PersonOptions) {
  const utils = api.useUtils()
  const confirmId = useId()
  // The same name alone may be another person's.
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(person.estimates.flatMap(({ id: other, matchedBy }) => (matchedBy === 'name' ? [other] : []))),
  )
  const [viewIds, setViewIds] = useState<ReadonlySet<string>>(new Set())
  const [confirmation, setConfirmation] = useState('')
  const [error, setError] = useState<{
    readonly text: string
    readonly isField?: boolean
    readonly isStale?: boolean
  }>()
  const [busy, setBusy] = useState<'erasing' | 'preparing'>()
  const chosen = person.estimates.filter((estimate) => !left.has(estimate.id)).map((estimate) => estimate.id)

  function choose(estimateId: string, isChosen: boolean): void {
    setLeft(withMember(left, estimateId, !isChosen))
  }

  async function download(format: PersonExportFormat): Promise<void> {
    if (busy) return
    setBusy('preparing')
    setError(undefined)
    try {
      const { url } = await utils.client.privacy.createPersonExport.mutate({ id, estimateIds: chosen, format })
      // A navigation would end the stream of changes and replace the page with any error.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
    } catch (failure) {
      setError({ text: failureMessage(failure) })
    }
    setBusy(undefined)
  }

  async function erase(): Promise<void> {
    if (busy) return
    if (!isErasureConfirmed(confirmation, person.reference)) {
      setError({ text: `Type ${person.reference} or ${erasureWord}.`, isField: true })
      document.getElementById(confirmId)?.focus()
      return
    }
    setBusy('erasing')
    setError(undefined)
    try {
      const input = { id, estimateIds: chosen, otherIds: [...left], viewIds: [...viewIds], confirmation }
      const { erased } = await utils.client.privacy.erasePerson.mutate(input)
      showSuccess({
        title: 'Data erased',
        message:
          erased === 1
            ? 'The request no longer says whose it was.'
            : `${estimateCountLabel(erased)} no longer say whose they were.`,
      })
      onClose()
      void utils.estimates.invalidate()
      void utils.admin.invalidate()
      void utils.savedViews.invalidate()
    } catch (failure) {
      const field = fieldErrors(failure).confirmation
      setError({
        text: field ?? failureMessage(failure),
        isField: Boolean(field),
        isStale: errorCode(failure) === 'CONFLICT',
      })
      setBusy(undefined)
    }
  }

  return {
    /** The ids of the estimates that are not chosen. */
    left,
    choose,
    /** The ids of the saved views that are deleted, too. */
    viewIds,
    chooseView: (id: string, isChosen: boolean) => setViewIds(withMember(viewIds, id, isChosen)),
    /** For instance “2 requests”. */
    count: estimateCountLabel(chosen.length),
    confirmId,
    confirmation,
    setConfirmation,
    error,
    busy,
    download,
    erase,
  }
}

function withMember(set: ReadonlySet<string>, member: string, isIn: boolean): ReadonlySet<string> {
  const others = [...set].filter((other) => other !== member)
  return new Set(isIn ? [...others, member] : others)
}
