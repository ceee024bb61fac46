import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { createEstimateWriter, type EstimateWriter } from '#server/estimates/submit/estimate-writer.ts'
import { minuteMs } from '#shared/durations.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'

const address = '203.0.113.7'

let test: TestDatabase
let database: Database
let clock: TestClock
let writer: EstimateWriter
let commits: number

beforeAll(async () => {
  test = await createTestDatabase()
  database = test.database
})
afterAll(() => test.dispose())

beforeEach(async () => {
  await database.transaction(async (transaction) => {
    await transaction.projectEstimate.deleteMany()
    await transaction.attempt.deleteMany()
  })
  clock = new TestClock()
  commits = 0
  writer = createEstimateWriter({ database, serverKey: testServerKey, clock, onCommitted: () => commits++ })
})

const counts = async () => ({
  estimates: await database.read.projectEstimate.count(),
  messages: await database.read.outboxMessage.count(),
})

it('the same request key returns the same reference and stores one row, also a day later', async () => {
  const request = estimateRequest()
  const first = await writer.submit(request, address)
  clock.advance(25 * 60 * minuteMs)
  expect(await writer.submit(request, '198.51.100.1')).toEqual(first)
  expect(await counts()).toEqual({ estimates: 1, messages: 2 })
})

it('the same request key many times at once, in several processes, stores one row and one pair of messages', async () => {
  const writers = Array.from({ length: 4 }, () =>
    createEstimateWriter({ database, serverKey: testServerKey, clock, onCommitted: () => {} }),
  )
  const requests = Array.from({ length: 20 }, () => estimateRequest(newVisitor()))
  const answers = await Promise.all(
    requests.map((request) => {
      const sender = newSenderAddress()
      return Promise.all([...writers, ...writers].map((each) => each.submit(request, sender)))
    }),
  )
  for (const group of answers) expect(new Set(group.map((answer) => answer.reference)).size).toBe(1)
  expect(await counts()).toEqual({ estimates: 20, messages: 40 })
})

it('the same request key with other values is refused before and after the commit', async () => {
  const request = estimateRequest()
  const other = { ...request, name: 'Somebody Else' }
  const [first, second] = await Promise.allSettled([writer.submit(request, address), writer.submit(other, address)])
  expect(first.status).toBe('fulfilled')
  const conflict = { code: 'conflict', message: expect.stringMatching(/already sent/) }
  expect(second).toMatchObject({ status: 'rejected', reason: conflict })
  await expect(writer.submit(other, address)).rejects.toMatchObject(conflict)
  expect(await counts()).toEqual({ estimates: 1, messages: 2 })
})

it('the same values return the first reference within five minutes, whatever their keys, and are new after them', async () => {
  const first = await writer.submit(estimateRequest(), address)
  clock.advance(5 * minuteMs - 1)
  expect(await writer.submit(estimateRequest(), address)).toEqual(first)
  expect(await counts()).toEqual({ estimates: 1, messages: 2 })
  clock.advance(1)
  expect((await writer.submit(estimateRequest(), address)).reference).not.toBe(first.reference)
})

it('the same values at once with different keys store one row', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => writer.submit(estimateRequest(), address)))
  expect(new Set(answers.map((answer) => answer.reference)).size).toBe(1)
  expect(await counts()).toEqual({ estimates: 1, messages: 2 })
})

it('the same values from another IP address, or with one difference, are a new estimate', async () => {
  await writer.submit(estimateRequest(), address)
  await writer.submit(estimateRequest(), '198.51.100.1')
  await writer.submit(estimateRequest({ urgent: true }), address)
  await writer.submit(estimateRequest({ phone: '' }), address)
  expect(await counts()).toEqual({ estimates: 4, messages: 8 })
})

it('many estimates at once are stored in groups, each with its own reference', async () => {
  const requests = Array.from({ length: 300 }, () => estimateRequest(newVisitor()))
  const answers = await Promise.all(requests.map((request) => writer.submit(request, newSenderAddress())))
  expect(new Set(answers.map((answer) => answer.reference)).size).toBe(300)
  expect(await counts()).toEqual({ estimates: 300, messages: 600 })
  expect(commits).toBeLessThan(50)
  const names = await database.read.projectEstimate.findMany({ select: { name: true, reference: true } })
  const byReference = new Map(names.map(({ reference, name }) => [reference, name]))
  expect(answers.map(({ reference }) => byReference.get(reference))).toEqual(requests.map(({ name }) => name))
})

it('estimates that arrive in the next turns of the event loop join a group, but one alone waits for none', async () => {
  const sizes: number[] = []
  const counting: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(({ projectEstimate, ...tables }, statements) => {
        const createMany: typeof projectEstimate.createMany = (args) => {
          sizes.push([args?.data].flat().length)
          return projectEstimate.createMany(args)
        }
        return work({ ...tables, projectEstimate: { ...projectEstimate, createMany } }, statements)
      }),
  }
  const submitInTurns = async (...counts: number[]) => {
    const grouping = createEstimateWriter({ database: counting, serverKey: testServerKey, clock, onCommitted() {} })
    const answers = []
    for (const count of counts) {
      for (let index = 0; index < count; index++)
        answers.push(grouping.submit(estimateRequest(newVisitor()), newSenderAddress()))
      await nextTurn()
    }
    await Promise.all(answers)
    return sizes.splice(0)
  }
  expect(await submitInTurns(2, 1, 1)).toEqual([4])
  expect((await submitInTurns(1, 1))[0]).toBe(1)
})

it('an estimate that cannot be stored does not fail the others of its group', async () => {
  // Longer than its column on PostgreSQL; on SQLite the NOT NULL of a missing value does the same.
  const broken = { ...estimateRequest(), location: undefined as unknown as string }
  const good = Array.from({ length: 5 }, () => estimateRequest(newVisitor()))
  const results = await Promise.allSettled(
    [...good, broken].map((request) => writer.submit(request, newSenderAddress())),
  )
  expect(results.map(({ status }) => status)).toEqual([...good.map(() => 'fulfilled'), 'rejected'])
  expect(await counts()).toEqual({ estimates: 5, messages: 10 })
})

it('nothing is pending after drain()', async () => {
  const answers = Array.from({ length: 100 }, () => writer.submit(estimateRequest(newVisitor()), newSenderAddress()))
  await writer.drain()
  expect(await counts()).toEqual({ estimates: 100, messages: 200 })
  await Promise.all(answers)
})
