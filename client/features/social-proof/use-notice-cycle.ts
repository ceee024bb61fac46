import { useEffect, useRef, useState } from 'react'
import { type NoticeCycle, type PauseReason, startNoticeCycle } from './notice-cycle.ts'

/**
 * Pauses while the window is hidden.
 *
 * @param openedAt start of the first wait, by `Date.now()`
 */
export function useNoticeCycle(count: number, openedAt: number, running: boolean) {
  const [index, setIndex] = useState<number>()
  const cycle = useRef<NoticeCycle>(undefined)

  useEffect(() => {
    if (!running) return
    const started = startNoticeCycle({ count, waitedMs: Date.now() - openedAt, show: setIndex })
    const followVisibility = () => (document.hidden ? started.pause('hidden') : started.resume('hidden'))
    followVisibility()
    document.addEventListener('visibilitychange', followVisibility)
    cycle.current = started
    return () => {
      document.removeEventListener('visibilitychange', followVisibility)
      started.stop()
    }
  }, [count, openedAt, running])

  return {
    index,
    pause: (reason: PauseReason) => cycle.current?.pause(reason),
    resume: (reason: PauseReason) => cycle.current?.resume(reason),
  }
}
