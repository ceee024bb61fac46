import { useEffect, useState } from 'react'

const everyMs = 60_000

/** Updates each minute. */
export function useNow(): Date {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [])
  return new Date(now)
}
