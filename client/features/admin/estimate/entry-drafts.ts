import { readUuid } from '#client/lib/device-storage.ts'
import { type ContactChannel, contactChannels } from '#shared/estimates/estimate-work.ts'
import { tabDraft } from '../layout/tab-drafts.ts'
import type { EntryChange } from './work-changes.ts'

export type EntryDraft = {
  readonly text: string
  readonly channel?: ContactChannel | undefined
  /** Only a first contact has it. */
  readonly keepStatus?: boolean | undefined
  /** It is set after a try whose response was lost. */
  readonly entryKey?: string | undefined
}

export const emptyDraft: EntryDraft = { text: '' }

export function isEmpty({ text, channel }: EntryDraft): boolean {
  return text === '' && channel === undefined
}

export function getEntryDraft(id: string, kind: EntryChange['kind']) {
  const draft = tabDraft(kind, id)
  return {
    read(): EntryDraft {
      const { text, channel, keepStatus, entryKey } = draft.read() ?? {}
      return {
        text: typeof text === 'string' ? text : '',
        channel: contactChannels.find((known) => known === channel),
        keepStatus: keepStatus === true ? true : undefined,
        entryKey: readUuid(entryKey),
      }
    },
    write: (entry: EntryDraft): void => draft.write(isEmpty(entry) ? undefined : entry),
  }
}
