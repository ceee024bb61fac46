import { logError } from '#client/lib/log-error.ts'

// As large as the rest of the dashboard, and mostly not needed: it is not to keep a page waiting.
const loadToaster = () => import('./toaster.tsx')

/** Fetches what toasts are made of, so that it is there when the network is not. */
export function prepareToasts(): void {
  // Should it not come now, it is asked for again when there is something to tell.
  loadToaster().catch(() => undefined)
}

/**
 * Says in red that something has failed.
 *
 * @returns what withdraws it, also before it is shown
 */
export function showErrorToast(toast: { title: string; message: string }): () => void {
  let withdrawn = false
  let withdraw = () => {
    withdrawn = true
  }
  loadToaster()
    .then(({ bringToaster, showError, hideError }) => {
      if (withdrawn) return
      bringToaster()
      showError(toast)
      withdraw = hideError
    })
    .catch((error: unknown) => logError('The message about a failure could not be shown.', error))
  return () => withdraw()
}
