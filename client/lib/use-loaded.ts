import { useEffect, useState } from 'react'
import { logError } from './log-error.ts'

type Loaded<Module> = { readonly module: Module | undefined; readonly failed: boolean; readonly retry: () => void }

/**
 * Loads a part of a page on demand. `lazy` would keep a failed load, and replace the page with an error.
 *
 * @param load the same function at every call
 */
export function useLoaded<Module>(load: () => Promise<Module>): Loaded<Module> {
  const [module, setModule] = useState<Module>()
  const [attempt, setAttempt] = useState(1)
  const [failedAttempt, setFailedAttempt] = useState(0)

  useEffect(() => {
    load().then(
      (loaded) => setModule(() => loaded),
      (error: unknown) => {
        logError('A part of the page did not load.', error)
        setFailedAttempt(attempt)
      },
    )
  }, [load, attempt])

  return { module, failed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) }
}
