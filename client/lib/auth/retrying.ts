import { responseStatus } from '#client/lib/api-error.ts'

const transientStatuses = [502, 503, 504]

const firstPauseMs = 200
const maxMs = 30_000

/** Whether a repeated call may succeed: it never reached our server, or the server was overloaded. */
export function isTransient(error: unknown): boolean {
  const status = responseStatus(error)
  // A proxy or captive portal may respond with any status; only our server's counts.
  return status === undefined || transientStatuses.includes(status)
}

/** Repeats a call after transient failures, with doubling pauses from 200 ms for at most 30 s, like auth-js. */
export async function retrying<Result>(call: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await call()
    } catch (error) {
      if (!isTransient(error) || performance.now() - startedAt + pauseMs >= maxMs) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
