/** Pauses between tries, in milliseconds: each twice as long as the one before, up to a maximum. */
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

/** Spreads a pause by a quarter either way, so that after an outage not all pages come back at once. */
export function withJitter(ms: number): number {
  return ms * (0.75 + Math.random() / 2)
}
