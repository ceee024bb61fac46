import { loadedAnewKey, tabStorage } from './device-storage.ts'

/** A page that fails again within this time is not loaded again by itself. */
const onceWithinMs = 60_000
/** A restart takes some seconds. */
const maxWaitMs = 15_000
const pauseMs = 500

const missing = new WeakSet<object>()

/** Notes the errors of scripts and style sheets that did not load, most often since a new release has replaced them. */
export function watchMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => {
    missing.add(payload)
    // The router knows some of these errors by their first words, and would reload at once: also while the server is away.
    payload.message = `A part of the page did not load: ${payload.message}`
  })
}

/** Tells whether a page that failed with this error should be loaded again without being asked. */
export function needsLoading(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !missing.has(error)) return false
  const [path, time] = (tabStorage.read(loadedAnewKey) ?? '').split(' ')
  return path !== location.pathname || Date.now() - Number(time) > onceWithinMs
}

/**
 * Waits until the server answers, then loads the page from it.
 *
 * @param isAsked whether the user wants it; otherwise a note in the tab keeps the page from loading again and again
 * @returns false if the server does not answer, or the tab takes no note
 */
export async function loadAnew(isAsked: boolean, signal: AbortSignal): Promise<boolean> {
  const giveUpAt = Date.now() + maxWaitMs
  while (!(await answers(signal))) {
    if (signal.aborted || Date.now() > giveUpAt) return false
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  const isNoted = tabStorage.write(loadedAnewKey, `${location.pathname} ${Date.now()}`)
  if (signal.aborted || !(isNoted || isAsked)) return false
  location.reload()
  return true
}

async function answers(signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store', signal })
    return status < 500
  } catch {
    return false
  }
}
