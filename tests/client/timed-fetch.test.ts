import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestTimeoutMs, timedFetch } from '#client/lib/timed-fetch.ts'

// It never responds, and fails when its signal is aborted.
function silentFetch(_input: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    const { signal } = init ?? {}
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

describe('timedFetch', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', silentFetch)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('fails when no response arrives in time', async () => {
    const answer = expect(timedFetch('/api')).rejects.toMatchObject({ name: 'TimeoutError' })
    await vi.advanceTimersByTimeAsync(requestTimeoutMs)
    await answer
  })

  it('fails at once when its caller aborts', async () => {
    const caller = new AbortController()
    const answer = expect(timedFetch('/api', { signal: caller.signal })).rejects.toThrow('left')
    caller.abort(new Error('left'))
    await answer
    await expect(timedFetch('/api', { signal: caller.signal })).rejects.toThrow('left')
  })
})
