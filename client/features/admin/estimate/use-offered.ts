import { useEffect, useState } from 'react'
import { undoLimits } from '#shared/estimates/bulk-change.ts'

/** Holds what can be undone for the ten seconds in which its undo is offered. */
export function useOffered<Done>() {
  const [offered, setOffered] = useState<Done>()

  useEffect(() => {
    if (offered === undefined) return
    const timer = setTimeout(() => setOffered(undefined), undoLimits.offeredMs)
    return () => clearTimeout(timer)
  }, [offered])

  return [offered, setOffered] as const
}
