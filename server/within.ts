import { setTimeout as delay } from 'node:timers/promises'

/** Returns undefined after the time limit. The work continues. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  const settled = new AbortController()
  const timeout = delay(ms, undefined, { signal: settled.signal }).catch(() => undefined)
  return await Promise.race([work, timeout]).finally(() => settled.abort())
}
