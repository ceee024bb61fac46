import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { v4 as randomUuid } from 'uuid'
import { readUuid } from '#client/lib/device-storage.ts'
import { type ContactChannel, contactChannels } from '#shared/estimates/estimate-work.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import type { Entry, Save } from './work-changes.ts'

type EntryValues = {
  readonly text: string
  readonly channel: ContactChannel | undefined
  /** Only a first contact has it. */
  readonly keepStatus: boolean
}

const empty: EntryValues = { text: '', channel: undefined, keepStatus: false }

function isEmpty({ text, channel }: EntryValues): boolean {
  return text === '' && channel === undefined
}

/** A stored draft may have any shape. */
function readValues({ text, channel, keepStatus }: Record<string, unknown>): EntryValues {
  return {
    text: typeof text === 'string' ? text : '',
    channel: contactChannels.find((known) => known === channel),
    keepStatus: keepStatus === true,
  }
}

/** Drafts include the key of a try whose response was lost, so that the next try cannot add the entry twice. */
export function useEntryForm(id: string, kind: Entry['kind'], save: Save) {
  const [draft] = useState(() => tabDraft(kind, id))
  const [stored] = useState(() => draft.read() ?? {})
  const [initialValues] = useState(() => readValues(stored))
  const entryKey = useRef(readUuid(stored.entryKey))
  const form = useForm<EntryValues>({
    initialValues,
    onValuesChange(values) {
      // An emptied form starts another entry with another key.
      if (isEmpty(values)) entryKey.current = undefined
      keep(values)
    },
  })

  function keep(values: EntryValues): void {
    draft.write(isEmpty(values) ? undefined : { ...values, entryKey: entryKey.current })
  }

  const discard = () => form.setValues(empty)

  return {
    form,
    discard,
    /** Rejects with the reason for the user. */
    async send(entry: Entry): Promise<void> {
      const key = entryKey.current ?? randomUuid()
      entryKey.current = key
      keep(form.getValues())
      const { outcome, message } = await save({ ...entry, entryKey: key })
      if (outcome === 'saved') return discard()
      if (outcome === 'conflict') {
        // An earlier try arrived with another text, so this one needs its own key.
        entryKey.current = undefined
        keep(form.getValues())
      }
      throw new Error(message)
    },
  }
}
