import { useRef, useState } from 'react'
import { randomUuid } from '#client/lib/random-uuid.ts'
import { type EntryDraft, emptyDraft, entryDraftOf, isEmpty } from './entry-drafts.ts'
import type { Entry, Save } from './work-changes.ts'

/**
 * A form for a note or a contact, with a draft that lasts until it is saved or discarded. The key of a try whose response
 * was lost is part of the draft, so that the next try cannot add the entry twice.
 *
 * @param id of the estimate
 */
export function useEntryForm(id: string, kind: Entry['kind'], save: Save) {
  const [storedDraft] = useState(() => entryDraftOf(id, kind))
  const [draft, setDraft] = useState(storedDraft.read)
  // A ref, because a send that ends must see what was typed in the meantime.
  const latest = useRef(draft)
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  function edit(changed: Partial<EntryDraft>): void {
    const next = { ...latest.current, ...changed }
    // Text typed into an empty form is another entry, with another key.
    latest.current = isEmpty(next) ? emptyDraft : next
    setDraft(latest.current)
    storedDraft.write(latest.current)
  }

  function discard(): void {
    setState('idle')
    edit({ text: '', channel: undefined })
  }

  return {
    text: draft.text,
    channel: draft.channel,
    sending: state === 'sending',
    failed: state === 'failed',
    edit,
    discard,
    /** Resolves to whether it was saved; a second press while the first is on its way saves nothing. */
    async send(entry: Entry): Promise<boolean> {
      if (state === 'sending') return false
      const entryKey = latest.current.entryKey ?? randomUuid()
      edit({ entryKey })
      setState('sending')
      const outcome = await save({ ...entry, entryKey })
      if (outcome === 'saved') discard()
      else setState('failed')
      // An earlier try arrived with other words, so the present ones need a key of their own.
      if (outcome === 'conflict') edit({ entryKey: undefined })
      return outcome === 'saved'
    },
  }
}
