import { pino } from 'pino'
import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { LiveStreams } from '#server/live/live-streams.ts'

const log = pino({ level: 'silent' })
const nothing = { created: [], changed: [], all: false, people: false }
const page = () => new AbortController()

/** Streams of sessions that may listen as long as the given check says so. */
const streamsThat = (assertMayListen: () => Promise<void>) => new LiveStreams({ assertMayListen, log })
const streams = () => streamsThat(async () => undefined)

test('a page that is slow gets all that has come meanwhile at once, each id once', async () => {
  const live = streams()
  const stream = live.open('session', page().signal)
  live.tell({ ...nothing, created: ['a'] })
  live.tell({ ...nothing, created: ['b'], changed: ['c'] })
  live.tell({ ...nothing, changed: ['c'] })
  expect(await stream.next()).toEqual({ created: ['a', 'b'], changed: ['c'], all: false })
  live.close()
  expect(await stream.next()).toBeUndefined()
})

test('for a page that takes nothing no endless list is kept: it is told that everything may have changed', async () => {
  const live = streams()
  const stream = live.open('session', page().signal)
  for (let id = 0; id < 10_000; id++) live.tell({ ...nothing, created: [`id ${id}`] })
  expect(await stream.next()).toEqual({ created: [], changed: [], all: true })
  live.tell({ ...nothing, created: ['after'] })
  expect(await stream.next()).toEqual({ created: ['after'], changed: [], all: false })
  live.close()
})

test('a database that is away ends no stream, and a session that is over ends its own', async () => {
  const problems: unknown[] = [new DatabaseUnavailable('away'), new AppError('unauthenticated', 'Over.')]
  const live = streamsThat(async () => {
    throw problems.shift()
  })
  const stream = live.open('session', page().signal)
  await live.check()
  live.tell({ ...nothing, created: ['a'] })
  expect(await stream.next()).toMatchObject({ created: ['a'] })
  await live.check()
  await expect(stream.next()).rejects.toThrow('Over.')
})

test('a page that has gone makes room', async () => {
  const live = streams()
  const pages = Array.from({ length: 500 }, page)
  for (const [index, { signal }] of pages.entries()) live.open(`session ${index}`, signal)
  expect(() => live.open('one more', page().signal)).toThrow(AppError)
  pages[7]?.abort()
  expect(live.size).toBe(499)
  live.open('one more', page().signal)
  live.close()
})

test('a server that stops takes no new page', () => {
  const live = streams()
  live.close()
  expect(() => live.open('session', page().signal)).toThrow('about to restart')
})
