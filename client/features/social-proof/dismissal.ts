import { noticesDismissedKey, tabStorage } from '#client/lib/device-storage.ts'

// Lasts until the next load in browsers without storage.
let dismissedHere = false

/** Lasts until the tab is closed. */
export const dismissal = {
  isDismissed: (): boolean => dismissedHere || tabStorage.read(noticesDismissedKey) !== undefined,
  dismiss(): void {
    dismissedHere = true
    tabStorage.write(noticesDismissedKey, 'yes')
  },
  /** Tests need it, because they share one load. */
  forget(): void {
    dismissedHere = false
    tabStorage.remove(noticesDismissedKey)
  },
}
