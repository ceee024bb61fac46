export const draftKey = 'estimateDraft'

/** Holds the email address from the header's form as plain text. */
export const consultationEmailKey = 'consultationEmail'

/** Switches off the dashboard's single-key shortcuts. */
export const noShortcutsKey = 'noShortcuts'

/** Whether the list is compact on this device. */
export const listViewKey = 'listView'

/** Switches notifications of this browser on. */
export const notificationsKey = 'staffNotifications'

/** Holds the last requests that a staff member opened, for the command palette. */
export const recentRequestsKey = 'recentRequests'

/** Holds half-written notes and forms of the staff in session storage. */
export const entryDraftsKey = 'entryDrafts'

/** Holds where the dashboard's list was in each history entry of the tab, in session storage. */
export const listPlacesKey = 'listPlaces'

/** Hides the notices on the home page, in session storage. */
export const noticesDismissedKey = 'socialProofDismissed'

/** Holds how the visit began, in session storage. */
export const firstTouchKey = 'firstTouch'

/** Holds what was typed before the scripts had loaded, in session storage, until the page's next load. */
export const typedEarlyKey = 'typedEarly'

/** Holds the address and time of the last page that was loaded again since a part was missing, in session storage. */
export const loadedAnewKey = 'loadedAnew'

export const draftLifetimeDays = 30

/** A tab keeps what the staff have half written for as long as a session lasts without use. */
export const entryDraftDays = 7

/** Never throws, since storage may be blocked or full. */
export type DeviceStorage = {
  /** Returns undefined without an entry or storage. */
  read(key: string): string | undefined
  write(key: string, text: string): boolean
  remove(key: string): boolean
  clear(): boolean
}

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'clear'>

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
    clear: () =>
      attempt((storage) => {
        storage.clear()
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

/** Undefined if the text is no JSON object. */
export function readFields(text: string | undefined): Record<string, unknown> | undefined {
  try {
    return asFields(JSON.parse(text ?? 'null'))
  } catch {
    return undefined
  }
}

export function asFields(stored: unknown): Record<string, unknown> | undefined {
  return typeof stored === 'object' && stored !== null ? { ...stored } : undefined
}

export function readUuid(stored: unknown): string | undefined {
  return typeof stored === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(stored) ? stored : undefined
}
