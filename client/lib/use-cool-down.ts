import { useEffect, useState } from 'react'

/** How long somebody waits before the next mail to the same address; the server sends no more than this either. */
const coolDownMs = 60_000

/**
 * Counts down to the moment when something may be done again.
 *
 * @param started whether it counts from the first moment on
 * @returns the whole seconds that are left, 0 when it may be done, and what starts it anew
 */
export function useCoolDown(started = false): [secondsLeft: number, start: () => void] {
  const [until, setUntil] = useState(() => (started ? Date.now() + coolDownMs : 0))
  const [now, setNow] = useState(() => Date.now())
  // A clock that is set back makes nobody wait longer than the whole.
  const leftMs = Math.min(until - now, coolDownMs)

  useEffect(() => {
    if (until <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])

  function start(): void {
    const present = Date.now()
    setNow(present)
    setUntil(present + coolDownMs)
  }

  return [Math.max(0, Math.ceil(leftMs / 1000)), start]
}
