export const draftKey = 'estimateDraft'

/** The local storage key of the e-mail address from the header's form, as plain text. */
export const consultationEmailKey = 'consultationEmail'

/** The local storage key that switches off the dashboard's single-key shortcuts. */
export const noShortcutsKey = 'noShortcuts'

export const localStorageKeys = [draftKey, consultationEmailKey, noShortcutsKey] as const

/** The session storage key of half-written notes in the dashboard. */
export const entryDraftsKey = 'entryDrafts'

/** The session storage key that hides the notices on the home page. */
export const noticesDismissedKey = 'socialProofDismissed'

export const draftLifetimeDays = 30

/** Storage that never throws, since it may be blocked or full; the results say what happened. */
export type DeviceStorage = {
  /** Undefined when there is no entry, or no storage. */
  read(key: string): string | undefined
  write(key: string, text: string): boolean
  /** Returns whether the entry is gone. */
  remove(key: string): boolean
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param open called at each use, since mere access throws where site data is blocked */
export function createDeviceStorage(open: () => TextStorage = () => window.localStorage): DeviceStorage {
  function attempt<Result>(use: (storage: TextStorage) => Result, otherwise: Result): Result {
    try {
      return use(open())
    } catch {
      return otherwise
    }
  }

  return {
    read: (key) => attempt((storage) => storage.getItem(key) ?? undefined, undefined),
    write: (key, text) =>
      attempt((storage) => {
        storage.setItem(key, text)
        return true
      }, false),
    remove: (key) =>
      attempt((storage) => {
        storage.removeItem(key)
        return true
      }, false),
  }
}

export const tabStorage = createDeviceStorage(() => window.sessionStorage)

export function forgetEntryDrafts(): boolean {
  return tabStorage.remove(entryDraftsKey)
}

/** Undefined where there is no JSON, or it is cut off or no object. */
export function readFields(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return fieldsOf(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

export function fieldsOf(stored: unknown): Record<string, unknown> | undefined {
  return typeof stored === 'object' && stored !== null ? { ...stored } : undefined
}

export function readUuid(stored: unknown): string | undefined {
  return typeof stored === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(stored) ? stored : undefined
}
