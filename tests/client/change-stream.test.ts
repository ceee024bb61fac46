import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openChangeStream } from '#client/features/admin/live/change-stream.ts'
import { errorCode, errorReason } from '#client/lib/api-error.ts'
import { FakeStream as Source } from '#tests/support/client/fake-stream.ts'

let calls: unknown[][]
const open = (lastEventId?: string) =>
  openChangeStream(lastEventId, {
    onChanges: (...given) => calls.push(['changes', ...given]),
    onLost: () => calls.push(['lost']),
    onEnd: (error) => calls.push(['end', error]),
  })

beforeEach(() => {
  calls = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('resumes from the last event id, and starts without one', () => {
  open()
  expect(decodeURIComponent(Source.last.url)).toBe('/api/trpc/estimates.changes?input={}')
  open('17')
  expect(decodeURIComponent(Source.last.url)).toBe('/api/trpc/estimates.changes?input={"lastEventId":"17"}')
})

it('passes changes on with their event id', () => {
  open()
  const changes = { created: ['a'], changed: [], all: false }
  Source.last.say('message', JSON.stringify(changes), '18')
  expect(calls).toEqual([['changes', '18', changes]])
})

it('passes the server’s refusal on and closes', () => {
  open()
  const data = { code: 'UNAUTHORIZED', httpStatus: 401, reason: 'session_not_found' }
  Source.last.say('serialized-error', JSON.stringify({ message: 'No.', code: -32001, data }))
  const [[what, error] = []] = calls
  expect([what, errorCode(error), errorReason(error)]).toEqual(['end', 'UNAUTHORIZED', 'session_not_found'])
  expect(Source.last.readyState).toBe(Source.CLOSED)
})

it('reports a lost stream while the browser reopens it, and the end when it does not', () => {
  open()
  Source.last.readyState = 0
  Source.last.dispatchEvent(new Event('error'))
  expect(calls).toEqual([['lost']])
  Source.last.readyState = Source.CLOSED
  Source.last.dispatchEvent(new Event('error'))
  expect(calls).toEqual([['lost'], ['end', undefined]])
})

it('ends after forty seconds of silence, and not while the server pings', () => {
  open()
  Source.last.say('connected', '{}')
  for (let ping = 0; ping < 10; ping++) {
    vi.advanceTimersByTime(39_999)
    Source.last.say('ping')
  }
  expect(calls).toEqual([])
  vi.advanceTimersByTime(40_000)
  expect(calls).toEqual([['end', undefined]])
})

it('reports nothing after it was closed', () => {
  const stream = open()
  Source.last.say('connected', '{}')
  stream.unsubscribe()
  vi.advanceTimersByTime(100_000)
  expect([calls, Source.last.readyState]).toEqual([[], Source.CLOSED])
})
