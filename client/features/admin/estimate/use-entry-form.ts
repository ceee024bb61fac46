import { useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { type EntryDraft, entryDraftOf, isNothing, nothingWritten } from './entry-drafts.ts'
import type { Entry, Save } from './work-changes.ts'

/**
 * A form for a note or a contact. What is written in it stays until it is saved or dropped, also while one looks at
 * other requests and over a reload; and so does the key of a try whose answer was lost, so that the next try adds
 * nothing twice.
 *
 * @param id of the request
 */
export function useEntryForm(id: string, kind: Entry['kind'], save: Save) {
  const [kept] = useState(() => entryDraftOf(id, kind))
  const [draft, setDraft] = useState(kept.read)
  // What is written while a try is on its way is known to what comes after it, too.
  const latest = useRef(draft)
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  function write(changed: Partial<EntryDraft>): void {
    const next = { ...latest.current, ...changed }
    // Whatever is written into an empty form is another entry.
    latest.current = isNothing(next) ? nothingWritten : next
    setDraft(latest.current)
    kept.write(latest.current)
  }

  function drop(): void {
    setState('idle')
    write({ text: '', channel: undefined })
  }

  return {
    text: draft.text,
    channel: draft.channel,
    sending: state === 'sending',
    failed: state === 'failed',
    write,
    drop,
    /** Resolves to whether it was saved; a second press while the first one is on its way saves nothing. */
    async send(entry: Entry): Promise<boolean> {
      if (state === 'sending') return false
      const entryKey = latest.current.entryKey ?? randomUuid()
      write({ entryKey })
      setState('sending')
      const outcome = await save({ ...entry, entryKey })
      if (outcome === 'saved') drop()
      else setState('failed')
      // An earlier try has arrived, with other words: what stands here now is an entry of its own.
      if (outcome === 'conflict') write({ entryKey: undefined })
      return outcome === 'saved'
    },
  }
}
