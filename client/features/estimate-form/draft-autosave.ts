import { type Draft, type DraftStore, isEmpty } from './draft-store.ts'

/** So long after the last key press the draft is saved: soon enough for a crash, seldom enough not to be felt. */
export const saveDelayMs = 400

/** What became of a save: `nothing` when the form is empty, so that there is nothing to keep. */
type SaveOutcome = 'kept' | 'nothing' | 'refused'

type DraftKeeperOptions = {
  store: DraftStore
  /** The form as it stands. */
  snapshot: () => Draft
  onSaved: (outcome: SaveOutcome) => void
}

/** Saves the form's draft, not at each key press but shortly after the last one. */
export function createDraftAutosave({ store, snapshot, onSaved }: DraftKeeperOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined

  function cancel(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function save(): void {
    cancel()
    const draft = snapshot()
    if (isEmpty(draft.values)) {
      store.clear()
      onSaved('nothing')
    } else {
      onSaved(store.write(draft) ? 'kept' : 'refused')
    }
  }

  return {
    /** Something has changed. */
    changed(): void {
      cancel()
      timer = setTimeout(save, saveDelayMs)
    },
    save,
    /** Saves what has changed since the last save, if anything: another tab's newer draft is left alone. */
    flush(): void {
      if (timer !== undefined) save()
    },
    /** Removes the draft, and whatever was about to be saved with it. */
    forget(): void {
      cancel()
      store.clear()
    },
  }
}
