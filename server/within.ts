import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits for some work, but no longer than a time limit. The work goes on.
 *
 * @returns undefined when the time was up first
 * @throws what the work rejects with
 */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const settled = new AbortController()
  const timeout = delay(ms, undefined, { signal: settled.signal }).catch(() => undefined)
  return await Promise.race([work, timeout]).finally(() => settled.abort())
}
