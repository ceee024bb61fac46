import { useCallback, useEffect, useState } from 'react'
import { failureMessage } from '#client/lib/api-error.ts'
import type { SecondFactorCalls } from '#client/lib/second-factor-calls.ts'

export type Factors = Awaited<ReturnType<SecondFactorCalls['state']['query']>>

type LoadedFactors = { factors: Factors | undefined; problem: string | undefined; reload: () => Promise<void> }

/** Keeps what was loaded while it loads again. */
export function useFactors(calls: SecondFactorCalls): LoadedFactors {
  const [factors, setFactors] = useState<Factors>()
  const [problem, setProblem] = useState<string>()

  const reload = useCallback(async () => {
    try {
      setFactors(await calls.state.query())
      setProblem(undefined)
    } catch (error) {
      setProblem(failureMessage(error))
    }
  }, [calls])

  useEffect(() => {
    void reload()
  }, [reload])

  return { factors, problem, reload }
}

/** Whether a change is allowed without a further proof of identity. */
export function isProved({ provedUntil }: Pick<Factors, 'provedUntil'>): boolean {
  return provedUntil !== null && Date.now() < new Date(provedUntil).getTime()
}
