/** When notices come and go. */
export const noticeTiming = { firstAfterMs: 3_000, visibleMs: 4_000, everyMs: 8_000 } as const

/** What can hold the cycle: whoever looks at the notice, or a window that nobody sees. */
export type PauseReason = 'hover' | 'focus' | 'hidden'

export type NoticeCycle = {
  pause(reason: PauseReason): void
  resume(reason: PauseReason): void
  stop(): void
}

type NoticeCycleOptions = {
  count: number
  /** How much of the first wait is over already. */
  waitedMs?: number
  /** Told which notice to show, or `undefined` for none. */
  show(index: number | undefined): void
}

/**
 * Shows notices one after the other, for ever, until it is stopped. While anything holds it, time stands still: a notice
 * stays for what was left of its time, and the next one comes that much later.
 */
export function startNoticeCycle({ count, waitedMs = 0, show }: NoticeCycleOptions): NoticeCycle {
  const reasons = new Set<PauseReason>()
  let next = 0
  let stopped = count === 0
  let visible = false
  let remainingMs = Math.max(0, noticeTiming.firstAfterMs - waitedMs)
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function run(): void {
    startedAt = Date.now()
    timer = setTimeout(turn, remainingMs)
  }

  function halt(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function turn(): void {
    visible = !visible
    show(visible ? next : undefined)
    if (visible) next = (next + 1) % count
    remainingMs = visible ? noticeTiming.visibleMs : noticeTiming.everyMs - noticeTiming.visibleMs
    run()
  }

  if (!stopped) run()

  return {
    pause(reason) {
      reasons.add(reason)
      if (timer === undefined) return
      halt()
      // Clocks may be set back; the wait never grows by it.
      remainingMs -= Math.min(remainingMs, Math.max(0, Date.now() - startedAt))
    },
    resume(reason) {
      const wasHeld = reasons.delete(reason)
      if (wasHeld && !stopped && reasons.size === 0 && timer === undefined) run()
    },
    stop() {
      halt()
      stopped = true
    },
  }
}
