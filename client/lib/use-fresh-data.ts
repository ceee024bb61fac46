import { useCallback, useEffect, useRef, useState } from 'react'
import { failureMessage } from './api-error.ts'

type FreshData<Data> = {
  /** The last loaded data, also while it reloads. */
  data: Data | undefined
  /** Why the latest load failed. */
  problem: string | undefined
  reload: () => Promise<void>
}

/**
 * Loads at once, and again whenever the window gets the focus: another tab or device may have changed it.
 *
 * @param load the same function until something else has to be loaded
 */
export function useFreshData<Data>(load: () => Promise<Data>): FreshData<Data> {
  const [data, setData] = useState<Data>()
  const [problem, setProblem] = useState<string>()
  const latest = useRef(0)

  const reload = useCallback(async () => {
    latest.current += 1
    const own = latest.current
    try {
      const loaded = await load()
      // An older answer may come later.
      if (own !== latest.current) return
      setData(loaded)
      setProblem(undefined)
    } catch (error) {
      if (own === latest.current) setProblem(failureMessage(error))
    }
  }, [load])

  useEffect(() => {
    const start = () => void reload()
    start()
    window.addEventListener('focus', start)
    return () => window.removeEventListener('focus', start)
  }, [reload])

  return { data, problem, reload }
}
