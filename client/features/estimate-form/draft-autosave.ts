import { type Draft, type DraftStore, isEmptyDraft } from './draft-store.ts'

/** Counts from the last key press. */
export const saveDelayMs = 400

/** `nothing`: the form is empty. `refused`: the device stores nothing. */
type SaveOutcome = 'saved' | 'nothing' | 'refused'

type DraftAutosaveOptions = {
  store: DraftStore
  snapshot: () => Draft
  onSaved: (outcome: SaveOutcome) => void
}

export function createDraftAutosave({ store, snapshot, onSaved }: DraftAutosaveOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function save(): void {
    cancel()
    const draft = snapshot()
    if (isEmptyDraft(draft)) {
      store.clear()
      onSaved('nothing')
    } else {
      onSaved(store.write(draft) ? 'saved' : 'refused')
    }
  }

  return {
    changed(): void {
      cancel()
      timer = setTimeout(save, saveDelayMs)
    },
    save,
    /** Saves only unsaved changes, so that another tab's newer draft stays. */
    flush(): void {
      if (timer !== undefined) save()
    },
    /** Also cancels a pending save. */
    forget(): void {
      cancel()
      store.clear()
    },
  }
}
