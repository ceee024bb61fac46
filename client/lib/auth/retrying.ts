import { responseStatus } from '#client/lib/api-error.ts'

/** Statuses of a server that will be back. */
const passingStatuses = [502, 503, 504]

const firstPauseMs = 200
const maxMs = 30_000

/** Whether a call may work when it is made again as it was: it never reached our server, or that was not up to it. */
export function isTransient(error: unknown): boolean {
  const status = responseStatus(error)
  // What stands between browser and server (a proxy, a captive portal) can say anything; only our server's word counts.
  return status === undefined || passingStatuses.includes(status)
}

/**
 * Makes a call again as long as its failures may pass: after 200 ms, 400 ms, 800 ms and so on, and not beyond 30 s, as
 * auth-js does.
 */
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
