import { noticesDismissedKey, tabStorage } from '#client/lib/device-storage.ts'

// For browsers that store nothing: lasts until the next load.
let dismissedHere = false

/** Whether the visitor has closed the notices, which lasts until the tab is closed. */
export const dismissal = {
  isDismissed: (): boolean => dismissedHere || tabStorage.read(noticesDismissedKey) !== undefined,
  dismiss(): void {
    dismissedHere = true
    tabStorage.write(noticesDismissedKey, 'yes')
  },
  /** For tests, which share one load. */
  forget(): void {
    dismissedHere = false
    tabStorage.remove(noticesDismissedKey)
  },
}
