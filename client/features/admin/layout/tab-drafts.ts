import { auth } from '#client/lib/auth/auth-client.ts'
import { sessionOf } from '#client/lib/auth/auth-state.ts'
import { entryDraftsKey, fieldsOf, forgetEntryDrafts, readFields, tabStorage } from '#client/lib/device-storage.ts'

/** Stores a form's draft in this tab. Drafts are removed when another account signs in. */
export function tabDraft(form: 'note' | 'contact' | 'lost' | 'details' | 'phone', id: string) {
  const name = `${form}.${id}`
  return {
    /** Returns unchecked fields. */
    read: (): Record<string, unknown> | undefined => fieldsOf(readDrafts()[name]),
    /** @param fields undefined removes the draft */
    write(fields: object | undefined): void {
      const { [name]: _former, ...others } = readDrafts()
      writeDrafts(fields ? { ...others, [name]: fields } : others)
    },
  }
}

function readDrafts(): Record<string, unknown> {
  const stored = readFields(tabStorage.read(entryDraftsKey))
  if (stored?.owner === owner()) return fieldsOf(stored?.drafts) ?? {}
  forgetEntryDrafts()
  return {}
}

function writeDrafts(drafts: Record<string, unknown>): void {
  const isStored =
    owner() !== undefined &&
    Object.keys(drafts).length > 0 &&
    tabStorage.write(entryDraftsKey, JSON.stringify({ owner: owner(), drafts }))
  // A full storage must not keep an outdated draft.
  if (!isStored) forgetEntryDrafts()
}

function owner(): string | undefined {
  return sessionOf(auth.state())?.user.id
}
