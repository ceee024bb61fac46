import { auth } from '#client/lib/auth/auth-client.ts'
import { sessionOf } from '#client/lib/auth/auth-state.ts'
import {
  entryDraftsKey,
  fieldsOf,
  forgetEntryDrafts,
  readFields,
  readUuid,
  tabStorage,
} from '#client/lib/device-storage.ts'
import { type ContactChannel, contactChannels } from '#shared/estimates/estimate-work.ts'
import type { EntryChange } from './work-changes.ts'

/** What is half written for a request's timeline. */
export type EntryDraft = {
  readonly text: string
  /** Of a contact. */
  readonly channel?: ContactChannel | undefined
  /** Of a try of which nobody knows whether it has arrived. */
  readonly entryKey?: string | undefined
}

export const nothingWritten: EntryDraft = { text: '' }

/** Whether there is nothing to keep. */
export function isNothing({ text, channel }: EntryDraft): boolean {
  return text === '' && channel === undefined
}

/** Where the tab keeps what is half written in one form of a request, for whoever is signed in. */
export function entryDraftOf(id: string, kind: EntryChange['kind']) {
  const name = `${kind}.${id}`
  return {
    read(): EntryDraft {
      const { text, channel, entryKey } = fieldsOf(readDrafts()[name]) ?? {}
      return {
        text: typeof text === 'string' ? text : '',
        channel: contactChannels.find((known) => known === channel),
        entryKey: readUuid(entryKey),
      }
    },
    write(draft: EntryDraft): void {
      const { [name]: _former, ...others } = readDrafts()
      writeDrafts(isNothing(draft) ? others : { ...others, [name]: draft })
    },
  }
}

function readDrafts(): Record<string, unknown> {
  const kept = readFields(tabStorage.read(entryDraftsKey))
  if (kept?.owner === owner()) return fieldsOf(kept?.drafts) ?? {}
  // Of somebody who has left the tab to another person.
  forgetEntryDrafts()
  return {}
}

function writeDrafts(drafts: Record<string, unknown>): void {
  const isKept =
    owner() !== undefined &&
    Object.keys(drafts).length > 0 &&
    tabStorage.write(entryDraftsKey, JSON.stringify({ owner: owner(), drafts }))
  // Better none than one as it was before the storage was full.
  if (!isKept) forgetEntryDrafts()
}

function owner(): string | undefined {
  return sessionOf(auth.state())?.user.id
}
