/** Doubles the pause between tries up to a maximum. */
export function createBackoff({ minMs, maxMs }: { minMs: number; maxMs: number }) {
  let pauseMs = minMs
  return {
    next(): number {
      const next = pauseMs
      pauseMs = Math.min(2 * pauseMs, maxMs)
      return next
    },
    reset(): void {
      pauseMs = minMs
    },
  }
}

/** Varies a pause by up to 25%, so that not all pages return at once after an outage. */
export function withJitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
