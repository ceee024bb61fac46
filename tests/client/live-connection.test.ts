import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLiveConnection } from '#client/features/admin/live/live-connection.ts'
import type { StreamListener } from '#client/features/admin/live/stream-watchdog.ts'
import type { ChangedEstimates } from '#shared/estimates/live-changes.ts'
import { setVisibility } from '#tests/support/client/browser-tab.ts'

const nothing: ChangedEstimates = { created: [], changed: [], all: false }

type Stream = StreamListener & { readonly lastEventId: string | undefined; closed: boolean }

let streams: Stream[]
let received: ChangedEstimates[]
let refreshes: number
let forgotten: number
let refresh: () => Promise<void>
let connection: ReturnType<typeof createLiveConnection>
let leave: () => void

function connect(hasStreams = true): void {
  connection = createLiveConnection({
    open: hasStreams
      ? (lastEventId, listener) => {
          const stream = { ...listener, lastEventId, closed: false }
          streams.push(stream)
          return {
            unsubscribe: () => {
              stream.closed = true
            },
          }
        }
      : undefined,
    onChanges: (changes) => received.push(changes),
    session: {
      refresh: () => {
        refreshes += 1
        return refresh()
      },
      forget: () => {
        forgotten += 1
      },
    },
  })
  leave = connection.acquire()
}

const latest = (): Stream => {
  const stream = streams.at(-1)
  if (!stream) throw new Error('No stream was opened.')
  return stream
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function refusal(code: string, reason?: string): TRPCClientError<never> {
  return TRPCClientError.from({ error: { code: -32001, message: 'No.', data: { code, reason } } })
}

beforeEach(() => {
  streams = []
  received = []
  refreshes = 0
  forgotten = 0
  refresh = async () => undefined
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  setVisibility('visible')
  connection.close()
  vi.useRealTimers()
})

describe('an open stream', () => {
  it('passes changes on, and nothing for an empty event', () => {
    connect()
    latest().onChanges('1', nothing)
    expect(received).toEqual([])
    latest().onChanges('2', { ...nothing, created: ['a'] })
    expect(received).toEqual([{ ...nothing, created: ['a'] }])
  })

  it('keeps one stream open from page to page', async () => {
    connect()
    latest().onChanges('1', nothing)
    leave()
    const leaveAgain = connection.acquire()
    await pass(10_000)
    expect([streams.length, latest().closed]).toEqual([1, false])
    leaveAgain()
    await pass(2_000)
    expect(latest().closed).toBe(true)
  })

  it('closes the stream at once when the connection is closed', () => {
    connect()
    connection.close()
    expect(latest().closed).toBe(true)
  })
})

describe('a lost connection', () => {
  it('counts as lost after five seconds, resumes from the last event, and is no longer lost then', async () => {
    connect()
    latest().onChanges('7', nothing)
    latest().onEnd(new Error('gone'))
    await pass(4_999)
    expect(connection.isLost()).toBe(false)
    await pass(1)
    expect(connection.isLost()).toBe(true)
    expect(latest().lastEventId).toBe('7')
    latest().onChanges('9', { ...nothing, created: ['a'] })
    expect(connection.isLost()).toBe(false)
    expect(received).toEqual([{ ...nothing, created: ['a'] }])
  })

  it('does not count as lost after a short interruption', async () => {
    connect()
    latest().onChanges('1', nothing)
    latest().onLost()
    await pass(3_000)
    latest().onChanges('2', nothing)
    await pass(60_000)
    expect([connection.isLost(), streams.length]).toEqual([false, 1])
  })

  it('reconnects ever more slowly, up to every thirty seconds', async () => {
    connect()
    latest().onChanges('1', nothing)
    for (const pause of [1, 2, 4, 8, 16, 30, 30]) {
      const before = streams.length
      latest().onEnd(new Error('gone'))
      await pass(pause * 1000 - 1)
      expect(streams).toHaveLength(before)
      await pass(1)
      expect(streams).toHaveLength(before + 1)
    }
  })

  it('reconnects at once when the browser is online again or the page becomes visible', async () => {
    connect()
    latest().onChanges('1', nothing)
    window.dispatchEvent(new Event('offline'))
    expect(latest().closed).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(streams).toHaveLength(2)
    latest().onEnd(new Error('gone'))
    setVisibility('hidden')
    setVisibility('visible')
    expect(streams).toHaveLength(3)
  })

  it.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    ['the page becomes visible', () => setVisibility('visible')],
  ])('tries again within a second if the network is not back yet when %s', async (_name, returns) => {
    connect()
    latest().onChanges('1', nothing)
    setVisibility('hidden')
    window.dispatchEvent(new Event('offline'))
    for (const pause of [1, 2, 4, 8]) {
      await pass(pause * 1000)
      latest().onEnd(new Error('offline'))
    }
    returns()
    latest().onEnd(new Error('not back yet'))
    const before = streams.length
    await pass(1_000)
    expect(streams).toHaveLength(before + 1)
  })

  it('reconnects after the page was hidden for over a minute, and not before', async () => {
    connect()
    latest().onChanges('1', nothing)
    setVisibility('hidden')
    await pass(59_000)
    setVisibility('visible')
    expect(streams).toHaveLength(1)
    setVisibility('hidden')
    await pass(61_000)
    setVisibility('visible')
    expect(streams.map(({ closed }) => closed)).toEqual([true, false])
    expect(latest().lastEventId).toBe('1')
  })

  it('ignores a stream that did not open in time', async () => {
    connect()
    const [first] = streams
    await pass(16_000)
    first?.onChanges('5', { ...nothing, created: ['late'] })
    expect(received).toEqual([])
  })
})

describe('without a stream', () => {
  it.each([
    ['because the browser has none', false],
    ['because a proxy swallows it', true],
  ])('polls every minute while the page is visible %s, and does not count as lost', async (_why, has) => {
    connect(has)
    await pass(60_000)
    expect(received).toEqual([{ ...nothing, all: true }])
    setVisibility('hidden')
    await pass(120_000)
    expect(received).toHaveLength(1)
    expect(connection.isLost()).toBe(false)
  })
})

describe('a refusal', () => {
  it('refreshes an expired session and reconnects, without counting as lost', async () => {
    connect()
    latest().onChanges('3', nothing)
    latest().onEnd(refusal('UNAUTHORIZED', 'session_not_found'))
    await pass(1_000)
    expect([refreshes, streams.length, latest().lastEventId]).toEqual([1, 2, '3'])
    latest().onChanges('4', nothing)
    await pass(10_000)
    expect(connection.isLost()).toBe(false)
    // An hour later it is the same again.
    latest().onEnd(refusal('UNAUTHORIZED', 'session_not_found'))
    await pass(1_000)
    expect([refreshes, forgotten]).toEqual([2, 0])
  })

  it('ends the session when a refresh does not help, and tries no more', async () => {
    connect()
    latest().onEnd(refusal('UNAUTHORIZED', 'session_not_found'))
    await pass(1_000)
    latest().onEnd(refusal('UNAUTHORIZED', 'session_not_found'))
    await pass(300_000)
    expect([refreshes, forgotten, streams.length]).toEqual([1, 1, 2])
  })

  it('does not refresh the session after a sign-out in this browser', async () => {
    connect()
    latest().onEnd(refusal('UNAUTHORIZED', 'session_not_found'))
    connection.close()
    await pass(10_000)
    expect([refreshes, streams.length]).toEqual([0, 1])
  })

  it.each([
    ['has the pages refetch when the role is insufficient', refusal('FORBIDDEN', 'insufficient_role'), 1],
    ['has nothing refetched when too many streams are open', refusal('TOO_MANY_REQUESTS'), 0],
  ])('%s, and reconnects once a minute', async (_what, error, refetches) => {
    connect()
    latest().onEnd(error)
    expect(received).toEqual(Array(refetches).fill({ ...nothing, all: true }))
    await pass(59_000)
    expect(streams).toHaveLength(1)
    await pass(1_000)
    expect(streams).toHaveLength(2)
  })
})
