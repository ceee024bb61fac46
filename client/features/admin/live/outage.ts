import { createTimer } from './timer.ts'

const noticeAfterMs = 5_000

/** Short interruptions do not count as lost. */
export function createOutage() {
  const timer = createTimer()
  const listeners = new Set<() => void>()
  let isLost = false

  function set(next: boolean): void {
    if (isLost === next) return
    isLost = next
    for (const listener of listeners) listener()
  }

  return {
    begin: (): void => timer.start(() => set(true), noticeAfterMs),
    end(): void {
      timer.clear()
      set(false)
    },
    isLost: () => isLost,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
