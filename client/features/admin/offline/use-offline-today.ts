import { useEffect, useState } from 'react'
import { useAuth } from '#client/lib/auth/use-auth.ts'
import { minuteMs } from '#shared/durations.ts'
import { readOfflineToday, type SavedToday } from './offline-today-data.ts'

/** In milliseconds; on a good connection the session is known earlier. */
const patience = 3_000

/** The last seen Today page, once the server has been silent for a while. */
export function useOfflineToday(): SavedToday | undefined {
  const auth = useAuth()
  const isLoading = auth.status === 'loading'
  const isGuess = auth.status === 'signed-out' && auth.isGuess === true
  const isUnknown = isLoading || isGuess
  // It is read before the guard could send anyone to the sign-in page.
  const [last, setLast] = useState(() => (isUnknown ? readOfflineToday() : undefined))
  const [isSlow, setIsSlow] = useState(false)

  useEffect(() => {
    if (!isUnknown) return
    const timer = setTimeout(() => setIsSlow(true), navigator.onLine ? patience : 0)
    // It ends a day after it was seen, also while it is shown.
    const aging = setInterval(() => setLast(readOfflineToday()), minuteMs)
    return () => {
      setIsSlow(false)
      clearTimeout(timer)
      clearInterval(aging)
    }
  }, [isUnknown])

  return isUnknown && (isSlow || isGuess) ? last : undefined
}
