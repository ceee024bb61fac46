import { useEffect, useState } from 'react'

/** How long somebody waits before the next mail to the same address; the server sends no more than this either. */
const coolDownMs = 60_000

/**
 * Counts down to the moment when something may be done again, by a clock that nobody can set.
 *
 * @param started whether it counts from the first moment on
 * @returns the whole seconds that are left, 0 when it may be done, and what starts it anew
 */
export function useCoolDown(started = false): [secondsLeft: number, start: () => void] {
  const [until, setUntil] = useState(() => (started ? performance.now() + coolDownMs : 0))
  const [now, setNow] = useState(() => performance.now())

  useEffect(() => {
    if (until <= performance.now()) return
    const timer = setInterval(() => {
      setNow(performance.now())
      if (performance.now() >= until) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [until])

  function start(): void {
    const present = performance.now()
    setNow(present)
    setUntil(present + coolDownMs)
  }

  // To whole milliseconds first: what was added to a fraction may come back a trifle larger.
  return [Math.max(0, Math.ceil(Math.round(until - now) / 1000)), start]
}
