const minPauseMs = 1_000
const maxPauseMs = 30_000

/** The pauses between attempts to reconnect: each is twice the one before, up to a maximum. */
export function createBackoff() {
  let pauseMs = minPauseMs
  return {
    next(): number {
      const next = pauseMs
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
      return next
    },
    reset(): void {
      pauseMs = minPauseMs
    },
  }
}

/** Varies a pause by up to 25%, so that not all pages return at once after an outage. */
export function withJitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
