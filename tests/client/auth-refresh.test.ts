import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestTimeoutMs } from '#client/lib/timed-fetch.ts'
import { accountSession } from '#tests/support/client/account-session.ts'
import { openTab, setVisibility, type Tab } from '#tests/support/client/browser-tab.ts'
import { dataAnswer, refusal } from '#tests/support/client/fake-api.ts'
import { pageApi } from '#tests/support/client/page-api.ts'

const api = pageApi('/')
let tab: Tab
const realTimeout = globalThis.setTimeout
/** The pause before each retry. */
const pauses: number[] = []

beforeEach(() => {
  pauses.length = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  const fakeTimeout = globalThis.setTimeout
  // tRPC's batching timer runs in real time.
  globalThis.setTimeout = ((run: () => void, ms?: number) => {
    if (ms === undefined) return realTimeout(run)
    if (ms !== requestTimeoutMs) pauses.push(ms)
    return fakeTimeout(run, ms)
  }) as typeof setTimeout
  api.answerTo('auth.refresh', dataAnswer(accountSession()))
  tab = openTab()
})

afterEach(async () => {
  setVisibility('visible')
  await tab.auth.close()
  vi.useRealTimers()
  globalThis.setTimeout = realTimeout
})

const refreshes = () => api.calls.filter(({ procedure }) => procedure === 'auth.refresh').length
const eventCount = (name: string) => tab.events.filter((event) => event.startsWith(name)).length

/** Opens a signed-in tab whose access token expires after so many seconds. */
async function signedInFor(expiresIn: number): Promise<void> {
  api.answerTo('auth.session', dataAnswer(accountSession({ expiresIn })))
  tab.auth.start()
  await expect.poll(tab.status).toBe('signed-in')
}

async function waitThroughPauses(): Promise<void> {
  const expected = [200, 400, 800, 1600, 3200, 6400, 12_800]
  for (const [index, ms] of expected.entries()) {
    await expect.poll(() => pauses).toEqual(expected.slice(0, index + 1))
    const callsBefore = api.calls.length
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect(api.calls).toHaveLength(callsBefore)
    await vi.advanceTimersByTimeAsync(1)
    await expect.poll(() => api.calls.length).toBe(callsBefore + 1)
  }
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

describe('the refresh of the tokens', () => {
  it('A10 tokens are renewed at the first tick with less than 120 seconds left, and then again in good time', async () => {
    await signedInFor(3600)
    await pass(3480)
    expect(refreshes()).toBe(0)
    await pass(30)
    await expect.poll(() => eventCount('TOKEN_REFRESHED')).toBe(1)
    await pass(3480)
    expect(refreshes()).toBe(1)
    await pass(30)
    await expect.poll(refreshes).toBe(2)
  })

  it.each([
    [149, 30],
    [150, 60],
  ])('A10 tokens of %i seconds are renewed after %i seconds', async (expiresIn, after) => {
    await signedInFor(expiresIn)
    await pass(after - 1)
    expect(refreshes()).toBe(0)
    await pass(1)
    await expect.poll(refreshes).toBe(1)
  })

  it('A10 tokens with less than 120 seconds left are renewed at once', async () => {
    await signedInFor(119)
    await expect.poll(refreshes).toBe(1)
  })

  it('A10 tokens are renewed by the time that has passed, whatever the clock on the wall says', async () => {
    vi.setSystemTime(new Date('2001-01-01'))
    await signedInFor(300)
    vi.setSystemTime(new Date('2044-01-01'))
    await pass(180)
    expect(refreshes()).toBe(0)
    vi.setSystemTime(new Date('1999-01-01'))
    await pass(30)
    await expect.poll(refreshes).toBe(1)
  })

  it('A10 tokens are not renewed while the page is hidden, and at once when it is shown again', async () => {
    await signedInFor(300)
    setVisibility('hidden')
    await pass(3600)
    expect(refreshes()).toBe(0)
    setVisibility('visible')
    await expect.poll(() => eventCount('TOKEN_REFRESHED')).toBe(1)
  })

  it('A10 tokens are not renewed after signing out', async () => {
    api.answerTo('auth.signOut', dataAnswer({ status: 'signed_out' }))
    await signedInFor(300)
    await tab.auth.signOut()
    await pass(3600)
    setVisibility('visible')
    expect(refreshes()).toBe(0)
  })

  it('A10 tokens are renewed once for all that ask at the same time', async () => {
    await signedInFor(140)
    await pass(29)
    const release = api.hold()
    const asked = [tab.auth.refresh(), tab.auth.refresh()]
    await expect.poll(refreshes).toBe(1)
    // The ticker refreshes too.
    await pass(1)
    asked.push(tab.auth.refresh())
    release()
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toBe(first)
    expect(refreshes()).toBe(1)
    await tab.auth.refresh()
    expect(refreshes()).toBe(2)
  })
})

describe('a failed refresh', () => {
  it.each([
    ['a lost connection', 'hang up' as const],
    ['502', { status: 502, body: 'Bad gateway' }],
    ['503', refusal('session_not_found', 503)],
    ['504', { status: 504, body: [] }],
    ['the page of somebody who stands between', { status: 200, body: 'Please pay for the network.' }],
  ])(
    'A10 renewing that fails for %s is tried again after 200 ms, 400 ms and so on, for less than 30 seconds',
    async (_name, answer) => {
      await signedInFor(3600)
      api.answerTo('auth.refresh', answer)
      const failed = expect(tab.auth.refresh()).rejects.toThrow()
      await waitThroughPauses()
      await failed
      expect(refreshes()).toBe(8)
      expect(tab.status()).toBe('signed-in')
      expect(eventCount('SIGNED_OUT')).toBe(0)
    },
  )

  it('A10 renewing that fails for 30 seconds is tried again at the next tick', async () => {
    await signedInFor(3600)
    api.answerTo('auth.refresh', 'hang up')
    await pass(3510)
    await waitThroughPauses()
    await expect.poll(refreshes).toBe(8)
    api.answerTo('auth.refresh', dataAnswer(accountSession()))
    await pass(4)
    expect(eventCount('TOKEN_REFRESHED')).toBe(0)
    await pass(1)
    await expect.poll(() => eventCount('TOKEN_REFRESHED')).toBe(1)
  })

  it.each([
    refusal('refresh_token_already_used', 400),
    refusal('session_not_found', 401),
    refusal('insufficient_role', 403),
    refusal('too_many_attempts', 429),
    refusal('session_not_found', 500),
  ])('A10 renewing that is refused ends the session at once: %j', async (answer) => {
    await signedInFor(3600)
    api.answerTo('auth.refresh', answer)
    await expect(tab.auth.refresh()).rejects.toThrow()
    expect(refreshes()).toBe(1)
    expect(pauses).toEqual([])
    expect(tab.status()).toBe('signed-out')
    expect(eventCount('SIGNED_OUT')).toBe(1)
  })
})

it('a server that could not be reached at the start is asked again when the page becomes visible', async () => {
  api.answerTo('auth.session', 'hang up')
  tab.auth.start()
  await waitThroughPauses()
  await expect.poll(tab.status).toBe('signed-out')
  expect(tab.events).toEqual(['INITIAL_SESSION nobody'])
  api.answerTo('auth.session', dataAnswer(accountSession()))
  setVisibility('hidden')
  setVisibility('visible')
  await expect.poll(tab.status).toBe('signed-in')
  expect(tab.events.at(-1)).toBe('SIGNED_IN ada@example.com')
})
