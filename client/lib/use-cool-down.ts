import { useEffect, useState } from 'react'

/** The server sends an address at most one email in this time. */
const coolDownMs = 60_000

/** @param started whether the countdown starts with the first render */
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

  // The seconds are rounded first, since a sum of fractions may be slightly too large.
  return [Math.max(0, Math.ceil(Math.round(until - now) / 1000)), start]
}
