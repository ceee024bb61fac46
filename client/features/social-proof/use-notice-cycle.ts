import { useEffect, useRef, useState } from 'react'
import { type NoticeCycle, type PauseReason, startNoticeCycle } from './notice-cycle.ts'

/**
 * The cycle of notices for as long as a component is there. Time stands still while nobody sees the window.
 *
 * @param openedAt when the page was opened, since the first wait counts from then
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
    /** The notice to show, if any. */
    index,
    pause: (reason: PauseReason) => cycle.current?.pause(reason),
    resume: (reason: PauseReason) => cycle.current?.resume(reason),
  }
}
