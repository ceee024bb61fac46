import { useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { type EntryDraft, emptyDraft, getEntryDraft, isEmpty } from './entry-drafts.ts'
import type { Entry, Save } from './work-changes.ts'

/** Drafts include the key of a try whose response was lost, so that the next try cannot add the entry twice. */
export function useEntryForm(id: string, kind: Entry['kind'], save: Save) {
  const [storedDraft] = useState(() => getEntryDraft(id, kind))
  const [draft, setDraft] = useState(storedDraft.read)
  // A send that ends must see later edits.
  const latest = useRef(draft)
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<string>()

  function edit(changed: Partial<EntryDraft>): void {
    const next = { ...latest.current, ...changed }
    // An emptied form starts another entry with another key.
    latest.current = isEmpty(next) ? emptyDraft : next
    setDraft(latest.current)
    storedDraft.write(latest.current)
  }

  function discard(): void {
    setSending(false)
    setFailed(undefined)
    edit({ text: '', channel: undefined, keepStatus: undefined })
  }

  return {
    text: draft.text,
    channel: draft.channel,
    keepStatus: draft.keepStatus ?? false,
    sending,
    /** Why the last try failed. */
    failed,
    edit,
    discard,
    /** Resolves to whether it was saved. A second press meanwhile does nothing. */
    async send(entry: Entry): Promise<boolean> {
      if (sending) return false
      const entryKey = latest.current.entryKey ?? randomUuid()
      edit({ entryKey })
      setSending(true)
      const { outcome, message } = await save({ ...entry, entryKey })
      if (outcome === 'saved') discard()
      else {
        setSending(false)
        setFailed(message)
      }
      // An earlier try arrived with another text, so this one needs its own key.
      if (outcome === 'conflict') edit({ entryKey: undefined })
      return outcome === 'saved'
    },
  }
}
