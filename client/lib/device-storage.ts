/** Under this name the estimate form keeps its draft. */
export const draftKey = 'estimateDraft'

/** Under this name the header's form keeps the e-mail address typed there, as plain text. */
export const consultationEmailKey = 'consultationEmail'

/** Under this name the dashboard keeps that single keys are to do nothing. */
export const noShortcutsKey = 'noShortcuts'

/** Under this name a tab of the dashboard keeps the notes that are half written in it. */
export const entryDraftsKey = 'entryDrafts'

/** A draft that was last changed longer ago than this is dropped. */
export const draftLifetimeDays = 30

/** The browser's local storage, its session storage, or what stands in for them. It may be switched off or full; then answers say so. */
export type DeviceStorage = {
  /** Undefined when there is nothing, or no storage. */
  read(key: string): string | undefined
  /** Whether the text is kept now. */
  write(key: string, text: string): boolean
  /** Whether nothing is kept any more. */
  remove(key: string): boolean
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Storage that never throws. The browser's does where site data is blocked, in some private windows and when it is full;
 * none of this may keep anybody from sending a request, and none of it is a fault worth a line on the console.
 *
 * @param open looked up at each use, since the mere look may throw
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

/** The storage of this tab, which ends with it. */
export const tabStorage = createDeviceStorage(() => window.sessionStorage)

/** Removes all notes that are half written in this tab. */
export function forgetEntryDrafts(): boolean {
  return tabStorage.remove(entryDraftsKey)
}

/** The fields of what was kept as JSON; undefined where there is none, or it was cut off, or is somebody else's. */
export function readFields(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return fieldsOf(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

export function fieldsOf(kept: unknown): Record<string, unknown> | undefined {
  return typeof kept === 'object' && kept !== null ? { ...kept } : undefined
}

export function readUuid(kept: unknown): string | undefined {
  return typeof kept === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(kept) ? kept : undefined
}
