import { auth } from '#client/lib/auth/auth-client.ts'
import { getSession } from '#client/lib/auth/auth-state.ts'
import { asFields, entryDraftDays, entryDraftsKey, readFields, tabStorage } from '#client/lib/device-storage.ts'
import { dayMs } from '#shared/durations.ts'

/**
 * Stores a form's draft in this tab for the account that is signed in now. It outlives the session, since a session may
 * end under a form, and only the same account reads it again.
 */
export function tabDraft(form: 'note' | 'contact' | 'lost' | 'details' | 'phone' | 'proposal' | 'company', id: string) {
  const owner = accountHere()
  const name = `${owner}/${form}/${id}`
  return {
    /** Returns unchecked fields. */
    read: (): Record<string, unknown> | undefined => asFields(readDrafts()[name]?.fields),
    /** @param fields undefined removes the draft */
    write(fields: object | undefined): void {
      const { [name]: _former, ...others } = readDrafts()
      writeDrafts(fields && owner ? { ...others, [name]: { savedAt: Date.now(), fields } } : others)
    },
  }
}

/**
 * Removes every account's drafts about an estimate from this tab.
 *
 * @returns whether the present account had one
 */
export function dropDrafts(id: string): boolean {
  const drafts = Object.entries(readDrafts())
  writeDrafts(Object.fromEntries(drafts.filter(([name]) => !name.endsWith(`/${id}`))))
  return drafts.some(([name]) => name.startsWith(`${accountHere()}/`) && name.endsWith(`/${id}`))
}

/** Also removes what is too old. */
export function hasDraftsOfOthers(): boolean {
  const drafts = readDrafts()
  writeDrafts(drafts)
  return Object.keys(drafts).some((name) => !name.startsWith(`${accountHere()}/`))
}

function accountHere(): string | undefined {
  return getSession(auth.state())?.user.id
}

type StoredDrafts = Record<string, { readonly savedAt: number; readonly fields: unknown }>

/** Leaves out drafts that are too old, from a clock that was ahead, or damaged. */
function readDrafts(): StoredDrafts {
  const drafts: StoredDrafts = {}
  for (const [name, stored] of Object.entries(readFields(tabStorage.read(entryDraftsKey)) ?? {})) {
    const { savedAt, fields } = asFields(stored) ?? {}
    if (typeof savedAt !== 'number') continue
    const age = Date.now() - savedAt
    if (age >= 0 && age < entryDraftDays * dayMs) drafts[name] = { savedAt, fields }
  }
  return drafts
}

function writeDrafts(drafts: StoredDrafts): void {
  const isStored = Object.keys(drafts).length > 0 && tabStorage.write(entryDraftsKey, JSON.stringify(drafts))
  // A full storage must not keep an outdated draft.
  if (!isStored) tabStorage.remove(entryDraftsKey)
}
