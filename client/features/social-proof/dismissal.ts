const storageKey = 'socialProofDismissed'

// For browsers that keep nothing: at least until the next load.
let dismissedHere = false

/** Whether the visitor has closed the notices; it holds until the tab is closed. */
export const dismissal = {
  isDismissed(): boolean {
    try {
      return dismissedHere || sessionStorage.getItem(storageKey) !== null
    } catch {
      return dismissedHere
    }
  },
  dismiss(): void {
    dismissedHere = true
    try {
      sessionStorage.setItem(storageKey, 'yes')
    } catch {
      // The note above has to do.
    }
  },
  /** For tests, which share one load. */
  forget(): void {
    dismissedHere = false
    sessionStorage.removeItem(storageKey)
  },
}
