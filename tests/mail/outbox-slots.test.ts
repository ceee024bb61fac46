import { expect, it } from 'vitest'
import { type OutboxDatabase, outboxPerFile, PatientTransport } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
const aMinuteApart = { pollIntervalMs: 60_000 }

it('messages that wait together are claimed and on their way only up to a limit, so that a killed process leaves few of them in doubt', async () => {
  const transport = new PatientTransport()
  await fixture.addMessages(12)
  fixture.worker({ transport, timings: { concurrency: 3, maxClaimed: 5 } }).start()
  await expect.poll(() => transport.begun.length, patience).toBe(3)
  expect(await fixture.database.read.outboxMessage.count({ where: { claimToken: { not: null } } })).toBe(5)
  for (const begun of [6, 9, 12]) {
    transport.respondToAll()
    await expect.poll(() => transport.begun.length, patience).toBe(begun)
  }
})

it('messages that wait together do not wait for one that gets no response', async () => {
  const transport = new PatientTransport()
  const worker = fixture.worker({ transport, timings: aMinuteApart })
  await fixture.addMessages(1)
  worker.start()
  await expect.poll(() => transport.begun.length, patience).toBe(1)
  await fixture.addMessages(2)
  worker.wake()
  await expect.poll(() => transport.begun.length, patience).toBe(3)
})

it('messages with different results are recorded although the outcome of one cannot be recorded', async () => {
  const ids = await fixture.addMessages(4)
  const { transaction, read, queries } = fixture.database
  const database: OutboxDatabase = {
    read,
    queries,
    transaction: (work) =>
      transaction(({ outboxMessage, ...tables }, statements) => {
        const updateMany: typeof outboxMessage.updateMany = (args) => {
          if (args.where?.id === ids[2]) throw new Error('cannot store this')
          return outboxMessage.updateMany(args)
        }
        return work({ ...tables, outboxMessage: { ...outboxMessage, updateMany } }, statements)
      }),
  }
  fixture.worker({ database, timings: { databasePauseMs: 5 } }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(3)
  await expect
    .poll(() => fixture.logged('error'), patience)
    .toEqual([expect.objectContaining({ outboxId: ids[2], result: 'sent' })])
  expect(fixture.postmark.accepted).toHaveLength(4)
})

it('messages with different results are sent when the estimate of another is erased while its email is on its way', async () => {
  const transport = new PatientTransport()
  const [erased, kept] = await fixture.addMessages(2)
  fixture.worker({ transport, timings: aMinuteApart }).start()
  await expect.poll(() => transport.begun.length, patience).toBe(2)
  const { estimateId } = await fixture.message(erased)
  await fixture.database.transaction(({ projectEstimate }) =>
    projectEstimate.deleteMany({ where: { id: estimateId ?? '' } }),
  )
  transport.respondToAll()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect((await fixture.message(kept)).state).toBe('sent')
  expect(await fixture.database.read.outboxMessage.count()).toBe(1)
  expect(fixture.logged('error')).toEqual([])
})
