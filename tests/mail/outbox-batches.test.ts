import { describe, expect, it } from 'vitest'
import { testEngine } from '#tests/support/database/test-database.ts'
import type { PostmarkBehaviour } from '#tests/support/server/fake-postmark.ts'
import { type OutboxDatabase, outboxPerFile, PatientTransport, quickTimings } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
/** The first email loads the templates, which takes its time on a busy machine. */
const loadTimeout = 60_000
const aMinuteApart = { pollIntervalMs: 60_000 }
const firstBatchFails = (behaviour: PostmarkBehaviour) => fixture.postmark.behaveNext(behaviour)

describe('messages that wait together', () => {
  it('are claimed, sent and recorded with one transaction and one request each', { timeout: loadTimeout }, async () => {
    const database = fixture.countingDatabase()
    await fixture.addMessages(20)
    await fixture.addMessages(20, { kind: 'estimate.visitor' })
    const worker = fixture.worker({ database, timings: aMinuteApart })
    worker.start()
    await expect.poll(() => fixture.count('sent'), { timeout: loadTimeout, interval: 20 }).toBe(40)
    await worker.stop(1_000)
    expect(fixture.postmark.sizes).toEqual([40])
    expect(new Set(fixture.postmark.accepted.map((mail) => mail.outboxId)).size).toBe(40)
    // The others repair times at the start, and make waiting messages due after the first success.
    expect(database.transactions).toBeLessThanOrEqual(4)
    const rows = await fixture.database.read.outboxMessage.findMany()
    expect(rows.every((row) => row.attempts === 1 && row.claimToken === null && row.sentAt && row.providerId)).toBe(
      true,
    )
    expect(new Set(rows.map((row) => row.providerId)).size).toBe(40)
  })

  it('leave at once if nothing is on its way, and share a request otherwise', async () => {
    const transport = new PatientTransport()
    const worker = fixture.worker({ transport, timings: { ...aMinuteApart, batchWaitMs: 60_000 } })
    worker.start()
    await fixture.addMessages(1)
    worker.wake()
    await expect.poll(() => transport.sizes, patience).toEqual([1])
    for (let count = 0; count < 3; count += 1) {
      await fixture.addMessages(1)
      worker.wake()
    }
    expect(transport.sizes).toEqual([1])
    transport.respondToAll()
    await expect.poll(() => transport.sizes, patience).toEqual([1, 3])
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(4)
  })

  it('gather after several estimates although nothing is on its way, but a lonely message never waits', async () => {
    const batchWaitMs = 3_000
    const transport = new PatientTransport()
    const worker = fixture.worker({ transport, timings: { ...aMinuteApart, batchWaitMs } })
    await fixture.addMessages(2)
    worker.start()
    await expect.poll(() => transport.sizes, patience).toEqual([2])
    const sendOne = async () => {
      await fixture.addMessages(1)
      worker.wake()
    }
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(2)
    await sendOne()
    await sendOne()
    expect(transport.sizes).toEqual([2])
    await expect.poll(() => transport.sizes, patience).toEqual([2, 2])
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(4)

    await sendOne()
    await expect.poll(() => transport.sizes, patience).toEqual([2, 2, 1])
    transport.respondToAll()
    await expect.poll(() => fixture.count('sent'), patience).toBe(5)
    await fixture.addMessages(1)
    const startedAt = performance.now()
    worker.wake()
    await expect.poll(() => transport.sizes, patience).toEqual([2, 2, 1, 1])
    expect(performance.now() - startedAt).toBeLessThan(batchWaitMs / 2)
  })

  it('wait only a moment for a request that does not end', async () => {
    const transport = new PatientTransport()
    const worker = fixture.worker({ transport, timings: { ...aMinuteApart, batchWaitMs: 50 } })
    await fixture.addMessages(1)
    worker.start()
    await expect.poll(() => transport.sizes, patience).toEqual([1])
    await fixture.addMessages(2)
    worker.wake()
    await expect.poll(() => transport.sizes, patience).toEqual([1, 2])
  })

  it('are claimed only up to a limit, so that a killed process leaves few of them in doubt', async () => {
    const transport = new PatientTransport()
    await fixture.addMessages(12)
    fixture.worker({ transport, timings: { maxClaimed: 5 } }).start()
    await expect.poll(() => transport.sizes, patience).toEqual([5])
    expect(await fixture.database.read.outboxMessage.count({ where: { claimToken: { not: null } } })).toBe(5)
    for (const sizes of [
      [5, 5],
      [5, 5, 2],
    ]) {
      transport.respondToAll()
      await expect.poll(() => transport.sizes, patience).toEqual(sizes)
    }
  })

  it('are sent alone after their first attempt, as many at once as there may be requests', async () => {
    const transport = new PatientTransport()
    await fixture.addMessages(5)
    await fixture.database.transaction(({ outboxMessage }) => outboxMessage.updateMany({ data: { attempts: 1 } }))
    await fixture.addMessages(3)
    fixture.worker({ transport, timings: { concurrency: 4 } }).start()
    await expect.poll(() => transport.sizes, patience).toEqual([1, 1, 1, 3])
    transport.respondToAll()
    await expect.poll(() => transport.sizes, patience).toEqual([1, 1, 1, 3, 1, 1])
  })
})

describe('a batch that fails as a whole', () => {
  const troubles: [PostmarkBehaviour, RegExp][] = [
    ['hang', /^no response within 250 ms$/],
    ['slow body', /^no response within 250 ms$/],
    ['half body', /^request failed: /],
    ['500', /^Postmark returned 500$/],
    ['429', /^Postmark returned 429 with code 429$/],
    ['batch 422/300', /^Postmark returned 422 with code 300: invalid email request$/],
  ]

  // They are told apart above the database.
  it.each(testEngine === 'sqlite' ? troubles : troubles.slice(0, 1))(
    'is retried message by message after the response "%s"',
    async (trouble, reason) => {
      firstBatchFails(trouble)
      const ids = await fixture.addMessages(3)
      fixture.worker({ transport: fixture.transport(250) }).start()
      await expect.poll(() => fixture.count('sent'), patience).toBe(3)
      // On a busy machine a retry may take too long as well.
      const [first, ...others] = fixture.postmark.sizes
      expect([first, new Set(others)]).toEqual([3, new Set([1])])
      expect(new Set(fixture.postmark.accepted.map((mail) => mail.outboxId))).toEqual(new Set(ids))
      const failures = fixture.logged('warn').filter(({ attempts }) => attempts === 1)
      expect(failures.map((failure) => failure.reason)).toEqual(ids.map(() => expect.stringMatching(reason)))
    },
  )

  it.each(['missing result', 'extra result', 'reversed results', 'accept then die'] as const)(
    'counts no message as sent after the response "%s", and sends each again with the same Message-ID',
    async (trouble) => {
      firstBatchFails(trouble)
      const kinds = await Promise.all(
        ['estimate.staff', 'estimate.visitor'].map((kind) => fixture.addMessages(1, { kind })),
      )
      fixture.worker().start()
      await expect.poll(() => fixture.count('sent'), patience).toBe(2)
      expect(fixture.postmark.sizes).toEqual([2, 1, 1])
      for (const id of kinds.flat()) {
        const mails = fixture.postmark.accepted.filter((mail) => mail.outboxId === id)
        expect(mails.map((mail) => mail.headers['Message-ID'])).toEqual(Array(2).fill(`<${id}@builders.example>`))
        expect((await fixture.message(id)).attempts).toBe(2)
      }
    },
  )

  it('delays the others only once if one message is at fault', async () => {
    const ids = await fixture.addMessages(20)
    fixture.postmark.behave((mail) => (mail.outboxId === ids[7] ? '500' : 'ok'))
    fixture.worker().start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(19)
    expect(await fixture.database.read.outboxMessage.count({ where: { state: 'sent', attempts: 2 } })).toBe(19)
    expect(await fixture.message(ids[7])).toMatchObject({ state: 'pending', lastError: 'Postmark returned 500' })
  })
})

describe('a batch with different results', () => {
  it('records each message on its own', async () => {
    const [refused, unsure, good] = await fixture.addMessages(3)
    const behaviours = new Map<string | undefined, PostmarkBehaviour>([
      [refused, '422/406'],
      [unsure, '200 without MessageID'],
    ])
    fixture.postmark.behave((mail) => behaviours.get(mail.outboxId) ?? 'ok')
    fixture.worker().start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    expect(await fixture.message(refused)).toMatchObject({
      state: 'failed',
      attempts: 1,
      lastError: 'Postmark returned code 406: inactive recipient',
    })
    expect(await fixture.message(unsure)).toMatchObject({ state: 'pending', providerId: null, sentAt: null })
    expect((await fixture.message(unsure)).lastError).toContain('does not confirm')
    expect(await fixture.message(good)).toMatchObject({ lastError: null, claimToken: null })
  })

  it('sends a message that failed as soon as its batch shows that the service works, however long its delay', async () => {
    const [unsure] = await fixture.addMessages(3)
    let attempts = 0
    fixture.postmark.behave((mail) => {
      if (mail.outboxId !== unsure) return 'ok'
      attempts += 1
      return attempts === 1 ? '200 with an ErrorCode' : 'ok'
    })
    const retry = { ...quickTimings.retry, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 }
    fixture.worker({ timings: { retry } }).start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(3)
    expect(fixture.postmark.sizes).toEqual([3, 1])
  })

  it('records the others although the outcome of one cannot be recorded', async () => {
    const ids = await fixture.addMessages(4)
    const { transaction, outbox, read, queries } = fixture.database
    const database: OutboxDatabase = {
      transaction,
      read,
      queries,
      outbox: {
        ...outbox,
        async recordOutcomes(outcomes) {
          if (outcomes.some(({ id }) => id === ids[2])) throw new Error('cannot store this')
          return await outbox.recordOutcomes(outcomes)
        },
      },
    }
    fixture.worker({ database, timings: { databasePauseMs: 5 } }).start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(3)
    await expect
      .poll(() => fixture.logged('error'), patience)
      .toEqual([expect.objectContaining({ outboxId: ids[2], result: 'sent' })])
    expect(fixture.postmark.accepted).toHaveLength(4)
  })

  it('sends the rest when an estimate is erased while its email is on its way', async () => {
    const transport = new PatientTransport()
    const [erased, kept] = await fixture.addMessages(2)
    fixture.worker({ transport, timings: aMinuteApart }).start()
    await expect.poll(() => transport.sizes, patience).toEqual([2])
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
