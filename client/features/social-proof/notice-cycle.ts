export const noticeTiming = { firstAfterMs: 3_000, visibleMs: 4_000, everyMs: 8_000 } as const

export type PauseReason = 'hover' | 'focus' | 'hidden'

export type NoticeCycle = {
  pause(reason: PauseReason): void
  resume(reason: PauseReason): void
  stop(): void
}

type NoticeCycleOptions = {
  count: number
  /** The part of the first wait that has passed. */
  waitedMs?: number
  show(index: number | undefined): void
}

/** Shows notices in turn. A pause stops the clock, so that a notice keeps the rest of its time. */
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

  function clear(): void {
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
      clear()
      // A clock that is set back must not lengthen the wait.
      remainingMs -= Math.min(remainingMs, Math.max(0, Date.now() - startedAt))
    },
    resume(reason) {
      const wasPaused = reasons.delete(reason)
      if (wasPaused && !stopped && reasons.size === 0 && timer === undefined) run()
    },
    stop() {
      clear()
      stopped = true
    },
  }
}
