import { useCallback, useEffect, useState } from 'react'
import { failureMessage } from '#client/lib/api-error.ts'
import { sessionClient } from '#client/lib/auth/session-client.ts'

export type Factors = Awaited<ReturnType<typeof sessionClient.secondFactor.state.query>>

type LoadedFactors = { factors: Factors | undefined; problem: string | undefined; reload: () => Promise<void> }

/** Keeps what was loaded while it loads again. */
export function useFactors(): LoadedFactors {
  const [factors, setFactors] = useState<Factors>()
  const [problem, setProblem] = useState<string>()

  const reload = useCallback(async () => {
    try {
      setFactors(await sessionClient.secondFactor.state.query())
      setProblem(undefined)
    } catch (error) {
      setProblem(failureMessage(error))
    }
  }, [])

  useEffect(() => {
    void reload()
  }, [reload])

  return { factors, problem, reload }
}

/** Whether a change is allowed without a further proof of identity. */
export function isProved({ provedUntil }: Pick<Factors, 'provedUntil'>): boolean {
  return provedUntil !== null && Date.now() < new Date(provedUntil).getTime()
}
