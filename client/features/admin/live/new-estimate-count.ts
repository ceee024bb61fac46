import { createTitleCount } from './title-count.ts'

/** Requests that are remembered, so that none counts twice when it is told of once more after a lost connection. */
const maxRemembered = 1_000

/** The requests that have arrived while the dashboard is open. */
export type NewEstimateCount = ReturnType<typeof createNewEstimateCount>

/** Counts new requests: all of them for screen readers, and in the window's title those that came while nobody looked. */
export function createNewEstimateCount() {
  const remembered = new Set<string>()
  const listeners = new Set<() => void>()
  const title = createTitleCount()
  let all = 0
  let unseen = 0

  function look(): void {
    if (!isLookedAt()) return
    unseen = 0
    title.show(0)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
  }

  return {
    add(ids: readonly string[]): void {
      const fresh = ids.filter((id) => !remembered.has(id))
      if (fresh.length === 0) return
      for (const id of [...fresh]) remembered.add(id)
      for (const id of [...remembered].slice(0, -maxRemembered)) remembered.delete(id)
      all += fresh.length
      for (const listener of listeners) listener()
      if (isLookedAt()) return
      unseen += fresh.length
      title.show(unseen)
      document.addEventListener('visibilitychange', look)
      window.addEventListener('focus', look)
    },
    count: () => all,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close(): void {
      title.show(0)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    },
  }
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus()
}
