import { startTransition, useEffect, useState } from 'react'
import { logError } from '#client/lib/log-error.ts'
import type { Toast } from './toaster.tsx'

type ToasterModule = typeof import('./toaster.tsx')

let toaster: ToasterModule | undefined
let latestError = 0
const outlets = new Set<() => void>()

/** Loads on demand, since toasts are as large as the rest of a page. A failed load is tried again. */
const loadToaster = (): Promise<ToasterModule> => import('./toaster.tsx')

function whenLoaded(show: (loaded: ToasterModule) => void): void {
  loadToaster()
    .then((loaded) => {
      toaster = loaded
      for (const fill of outlets) fill()
      show(loaded)
    })
    .catch((error: unknown) => logError('A message could not be shown.', error))
}

export function ToastOutlet() {
  const [loaded, setLoaded] = useState<ToasterModule>()
  useEffect(() => {
    const fill = () => startTransition(() => setLoaded(toaster))
    fill()
    outlets.add(fill)
    return () => {
      outlets.delete(fill)
    }
  }, [])
  // `lazy` would cache a failed load and replace the page with an error.
  return loaded ? <loaded.Toaster /> : null
}

/** Loads the toasts early, so that a lost connection can be reported. */
export function prepareToasts(): void {
  loadToaster().catch(() => undefined)
}

export function showSuccess(toast: Toast): void {
  whenLoaded((loaded) => loaded.showSuccess(toast))
}

/**
 * Shows an error until it is closed, hidden or replaced.
 *
 * @returns hides this error, also before it appears
 */
export function showError(toast: Toast): () => void {
  latestError += 1
  const own = latestError
  whenLoaded((loaded) => {
    if (own === latestError) loaded.showError(toast)
  })
  return () => {
    if (own === latestError) hideError()
  }
}

export function hideError(): void {
  latestError += 1
  toaster?.hideError()
}
