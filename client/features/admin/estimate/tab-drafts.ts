import { auth } from '#client/lib/auth/auth-client.ts'
import { sessionOf } from '#client/lib/auth/auth-state.ts'
import { entryDraftsKey, fieldsOf, forgetEntryDrafts, readFields, tabStorage } from '#client/lib/device-storage.ts'

/**
 * The draft of one form of an estimate, in the storage of this tab. Drafts belong to the signed-in account: another one
 * that signs in here removes them.
 *
 * @param id of the estimate
 */
export function tabDraft(form: 'note' | 'contact' | 'lost', id: string) {
  const name = `${form}.${id}`
  return {
    /** The stored fields, whose values may be anything; undefined without a draft. */
    read: (): Record<string, unknown> | undefined => fieldsOf(readDrafts()[name]),
    /** @param fields undefined to remove the draft */
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
  // Where the storage is full, no draft is better than an outdated one.
  if (!isStored) forgetEntryDrafts()
}

function owner(): string | undefined {
  return sessionOf(auth.state())?.user.id
}
