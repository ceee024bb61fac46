/** The local storage key of the estimate form's draft. */
export const draftKey = 'estimateDraft'

/** The local storage key of the e-mail address from the header's form, as plain text. */
export const consultationEmailKey = 'consultationEmail'

/** The local storage key that switches off the dashboard's single-key shortcuts. */
export const noShortcutsKey = 'noShortcuts'

/** Every key in local storage. */
export const localStorageKeys = [draftKey, consultationEmailKey, noShortcutsKey] as const

/** The session storage key of half-written notes in the dashboard. */
export const entryDraftsKey = 'entryDrafts'

/** The session storage key that hides the notices on the home page. */
export const noticesDismissedKey = 'socialProofDismissed'

/** A draft that has not changed for this long is dropped. */
export const draftLifetimeDays = 30

/** Local or session storage that never throws. Storage may be blocked or full, so every result says what happened. */
export type DeviceStorage = {
  /** Undefined when there is no entry, or no storage. */
  read(key: string): string | undefined
  /** Returns whether the text is stored now. */
  write(key: string, text: string): boolean
  /** Returns whether the entry is gone. */
  remove(key: string): boolean
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The browser's storage throws where site data is blocked, in some private windows and when it is full. None of this may
 * keep a visitor from sending an estimate, and none of it is worth a line on the console.
 *
 * @param open called at each use, since mere access may throw
 */
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

/** Storage that ends with the tab. */
export const tabStorage = createDeviceStorage(() => window.sessionStorage)

/** Removes all half-written notes of this tab. */
export function forgetEntryDrafts(): boolean {
  return tabStorage.remove(entryDraftsKey)
}

/** The fields of stored JSON; undefined where there is none, or it is cut off or not an object. */
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
