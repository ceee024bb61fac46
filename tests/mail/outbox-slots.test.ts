import { describe, expect, it } from 'vitest'
import type { PostmarkBehaviour } from '#tests/support/server/fake-postmark.ts'
import { type OutboxDatabase, outboxPerFile, PatientTransport, quickTimings } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
/** The first email loads the templates, which takes its time on a busy machine. */
const loadTimeout = 60_000
const aMinuteApart = { pollIntervalMs: 60_000 }

describe('messages that wait together', () => {
  it('are each sent once, and recorded', { timeout: loadTimeout }, async () => {
    await fixture.addMessages(20)
    await fixture.addMessages(20, { kind: 'estimate.visitor' })
    const worker = fixture.worker({ timings: aMinuteApart })
    worker.start()
    await expect.poll(() => fixture.count('sent'), { timeout: loadTimeout, interval: 20 }).toBe(40)
    await worker.stop(1_000)
    expect(fixture.postmark.requests).toBe(40)
    expect(new Set(fixture.postmark.accepted.map((mail) => mail.outboxId)).size).toBe(40)
    const rows = await fixture.database.read.outboxMessage.findMany()
    expect(rows.every((row) => row.attempts === 1 && row.claimToken === null && row.sentAt && row.providerId)).toBe(
      true,
    )
    expect(new Set(rows.map((row) => row.providerId)).size).toBe(40)
  })

  it('are claimed and on their way only up to a limit, so that a killed process leaves few of them in doubt', async () => {
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

  it('do not wait for one that gets no response', async () => {
    const transport = new PatientTransport()
    const worker = fixture.worker({ transport, timings: aMinuteApart })
    await fixture.addMessages(1)
    worker.start()
    await expect.poll(() => transport.begun.length, patience).toBe(1)
    await fixture.addMessages(2)
    worker.wake()
    await expect.poll(() => transport.begun.length, patience).toBe(3)
  })
})

describe('messages with different results', () => {
  it('are recorded each on its own', async () => {
    const [refused, unsure, good] = await fixture.addMessages(3)
    const behaviours = new Map<string | undefined, PostmarkBehaviour>([
      [refused, '422/406'],
      [unsure, '200 without MessageID'],
    ])
    fixture.postmark.behave((mail) => behaviours.get(mail.outboxId) ?? 'ok')
    fixture.worker().start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    await expect.poll(() => fixture.count('failed'), patience).toBe(1)
    expect(await fixture.message(refused)).toMatchObject({
      attempts: 1,
      lastError: 'Postmark returned 422 with code 406: inactive recipient',
    })
    await expect
      .poll(async () => (await fixture.message(unsure)).lastError, patience)
      .toContain('does not confirm that Postmark accepted')
    expect(await fixture.message(unsure)).toMatchObject({ state: 'pending', providerId: null, sentAt: null })
    expect(await fixture.message(good)).toMatchObject({ lastError: null, claimToken: null })
  })

  it('do not delay each other when one is at fault', async () => {
    const ids = await fixture.addMessages(20)
    fixture.postmark.behave((mail) => (mail.outboxId === ids[7] ? '500' : 'ok'))
    fixture.worker().start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(19)
    expect(await fixture.database.read.outboxMessage.count({ where: { state: 'sent', attempts: 1 } })).toBe(19)
    await expect
      .poll(async () => await fixture.message(ids[7]), patience)
      .toMatchObject({ state: 'pending', lastError: 'Postmark returned 500' })
  })

  it('sends one that failed as soon as another shows that the service works, however long its delay', async () => {
    const [unsure] = await fixture.addMessages(1)
    fixture.postmark.behaveNext('200 with an ErrorCode')
    const retry = { ...quickTimings.retry, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 }
    const worker = fixture.worker({ timings: { retry } })
    worker.start()
    await expect.poll(async () => (await fixture.message(unsure)).lastError, patience).toContain('code 100')
    await fixture.addMessages(2)
    worker.wake()
    await expect.poll(() => fixture.count('sent'), patience).toBe(3)
    expect(fixture.postmark.requests).toBe(4)
  })

  it('are recorded although the outcome of one cannot be recorded', async () => {
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

  it('are sent when the estimate of another is erased while its email is on its way', async () => {
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
})
