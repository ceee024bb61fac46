import { createTimer } from './timer.ts'

/** Users are told of outages that last longer. */
const noticeAfterMs = 5_000

/** The state of a connection as users are told about it: short interruptions do not count as lost. */
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
