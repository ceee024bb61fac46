import { pino } from 'pino'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { LiveStreams } from '#server/live/live-streams.ts'

const log = pino({ level: 'silent' })
const nothing = { created: [], changed: [], all: false, people: false }
const page = () => new AbortController()
const session = (id: string, userId = id) => ({ id, user: { id: userId } })

type FindRefused = ConstructorParameters<typeof LiveStreams>[0]['findRefused']
/** Streams of sessions that may listen as long as the given check says so. */
const streamsThat = (findRefused: FindRefused) => new LiveStreams({ findRefused, log })
const streams = () => streamsThat(async () => new Map())

test('a slow page gets all changes at once, each id once', async () => {
  const live = streams()
  const stream = live.open(session('session'), page().signal)
  live.notify({ ...nothing, created: ['a'] })
  live.notify({ ...nothing, created: ['b'], changed: ['c'] })
  live.notify({ ...nothing, changed: ['c'] })
  expect(await live.next(stream)).toEqual({ created: ['a', 'b'], changed: ['c'], all: false })
  live.close()
  expect(await live.next(stream)).toBeUndefined()
})

test('pages are told that roles, names or sessions changed, and not whose', async () => {
  const live = streams()
  const stream = live.open(session('session'), page().signal)
  live.notify({ ...nothing, people: true })
  expect(await live.next(stream)).toEqual({ created: [], changed: [], all: false, people: true })
  live.notify({ ...nothing, changed: ['a'] })
  expect(await live.next(stream)).toEqual({ created: [], changed: ['a'], all: false })
  live.close()
})

test('a page that takes nothing is told to read everything again, and its list does not grow', async () => {
  const live = streams()
  const stream = live.open(session('session'), page().signal)
  for (let id = 0; id < 10_000; id++) live.notify({ ...nothing, created: [`id ${id}`] })
  expect(await live.next(stream)).toEqual({ created: [], changed: [], all: true })
  live.notify({ ...nothing, created: ['after'] })
  expect(await live.next(stream)).toEqual({ created: ['after'], changed: [], all: false })
  live.close()
})

test('the stream of an ended session ends, but none while the database is unavailable', async () => {
  const over = new AppError('unauthenticated', 'Over.')
  let isAway = true
  const live = streamsThat(async () => {
    if (isAway) throw new DatabaseUnavailable('away')
    return new Map([['session', over]])
  })
  const stream = live.open(session('session'), page().signal)
  expect(await live.check()).toBe(false)
  expect(stream.hasEnded).toBe(false)
  isAway = false
  expect(await live.check()).toBe(true)
  await expect(live.next(stream)).rejects.toThrow('Over.')
})

test('no id is sent while the database cannot confirm the session', async () => {
  const answers = [new DatabaseUnavailable('away'), new DatabaseUnavailable('away')]
  const live = streamsThat(async () => {
    const problem = answers.shift()
    if (problem) throw problem
    return new Map()
  })
  const stream = live.open(session('session'), page().signal)
  live.notify({ ...nothing, created: ['a'] })
  expect(await live.next(stream)).toMatchObject({ created: ['a'] })
  expect(answers).toEqual([])
  live.close()
})

test('no missed change is sent to a session that has ended meanwhile', async () => {
  const live = streamsThat(async () => new Map([['session', new AppError('unauthenticated', 'Over.')]]))
  const stream = live.open(session('session'), page().signal)
  stream.add({ created: ['a'], changed: [], all: false })
  await expect(live.handOver(stream)).rejects.toThrow('Over.')
})

test('a server that stops does not wait for an unavailable database', async () => {
  const live = streamsThat(async () => {
    throw new DatabaseUnavailable('away')
  })
  const stream = live.open(session('session'), page().signal)
  live.notify({ ...nothing, created: ['a'] })
  const told = live.next(stream)
  await live.check()
  const begin = performance.now()
  live.close()
  expect(await told).toBeUndefined()
  expect(performance.now() - begin).toBeLessThan(500)
})

test('the sessions of 200 pages are checked once per change', async () => {
  const looks: (readonly string[])[] = []
  const live = streamsThat(async (ids) => {
    looks.push(ids)
    return new Map()
  })
  const pages = Array.from({ length: 200 }, (_, index) => live.open(session(`session ${index % 50}`), page().signal))
  const told = pages.map((stream) => live.next(stream))
  live.notify({ ...nothing, created: ['a'] })
  for (const changes of await Promise.all(told)) expect(changes).toMatchObject({ created: ['a'] })
  expect(looks.map((ids) => ids.length)).toEqual([50])
  live.close()
})

test('a page that has disconnected frees its place', async () => {
  const live = streams()
  const pages = Array.from({ length: 500 }, page)
  for (const [index, { signal }] of pages.entries()) live.open(session(`session ${index}`), signal)
  expect(() => live.open(session('one more'), page().signal)).toThrow(AppError)
  pages[7]?.abort()
  expect(live.size).toBe(499)
  live.open(session('one more'), page().signal)
  live.close()
})

test('one account has no more than twenty places, however many sessions it has', () => {
  const live = streams()
  const openOne = (index: number) => live.open(session(`session ${index}`, 'greedy'), page().signal)
  for (let index = 0; index < 20; index++) openOne(index)
  expect(() => openOne(20)).toThrow('Too many pages are open')
  live.open(session('session', 'another'), page().signal)
  live.close()
})

test('new streams are refused while the server stops', () => {
  const live = streams()
  live.close()
  expect(() => live.open(session('session'), page().signal)).toThrow('about to restart')
})
