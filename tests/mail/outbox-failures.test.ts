import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { PostmarkBehaviour } from '#tests/support/server/fake-postmark.ts'
import { outboxPerFile, quickTimings, visitorTexts } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
/** Hundreds of messages take their time on a busy machine. */
const manyTimeout = 60_000
const longPatience = { timeout: manyTimeout, interval: 50 }
const hourlyRetry = { ...quickTimings.retry, firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 }

describe('an email service in trouble', () => {
  const troubles: [PostmarkBehaviour, RegExp][] = [
    ['hang', /^no response within 250 ms$/],
    ['slow body', /^no response within 250 ms$/],
    ['half body', /^request failed: /],
    ['endless body', /^response exceeds 65536 bytes$/],
    ['500', /^Postmark returned 500$/],
    ['502 HTML', /^Postmark returned 502$/],
    ['429', /^Postmark returned 429 with code 429$/],
    ['200 text', /does not confirm that Postmark accepted/],
    ['200 without MessageID', /does not confirm that Postmark accepted/],
    ['200 with an ErrorCode', /^Postmark returned 200 with code 100$/],
    ['redirect', /^request failed: unexpected redirect$/],
  ]

  it.each(troubles)(
    'sends a message until the service accepts it, after the response "%s"',
    async (trouble, reason) => {
      fixture.postmark.behave(trouble)
      const [id] = await fixture.addMessages(1)
      fixture.worker({ transport: fixture.transport(250) }).start()

      await expect.poll(() => fixture.postmark.requests, patience).toBeGreaterThanOrEqual(3)
      expect(await fixture.message(id)).toMatchObject({ state: 'pending', providerId: null, sentAt: null })
      expect((await fixture.message(id)).lastError).toMatch(reason)
      expect(fixture.postmark).toMatchObject({ accepted: [], redirected: 0 })

      fixture.postmark.behave('ok')
      await expect.poll(() => fixture.count('sent'), patience).toBe(1)
      expect(await fixture.message(id)).toMatchObject({
        claimToken: null,
        lastError: null,
        providerId: expect.any(String),
      })
      expect(fixture.postmark.accepted.map((mail) => mail.outboxId)).toEqual([id])
    },
  )

  it('sends all messages as soon as a service that refused connections works again, however long their delays', {
    timeout: manyTimeout,
  }, async () => {
    await fixture.postmark.goDown()
    await fixture.addMessages(60)
    const worker = fixture.worker({ timings: { retry: hourlyRetry } })
    worker.start()
    const waiting = () =>
      fixture.database.read.outboxMessage.count({ where: { attempts: 1, claimToken: null, lastError: { not: null } } })
    await expect.poll(waiting, patience).toBe(60)
    expect(fixture.logged('warn').map(({ reason }) => reason)).toContain('request failed: ECONNREFUSED')

    await fixture.postmark.comeUp()
    await fixture.addMessages(1)
    worker.wake()
    await expect.poll(() => fixture.count('sent'), longPatience).toBe(61)
    expect(new Set(fixture.postmark.accepted.map((mail) => mail.outboxId)).size).toBe(61)
    expect(fixture.postmark.accepted).toHaveLength(61)
  })

  it('sends a message again with the same Message-ID when the service accepted it but did not respond', async () => {
    fixture.postmark.behaveNext('accept then die')
    const [id] = await fixture.addMessages(1)
    fixture.worker().start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    const { accepted } = fixture.postmark
    expect(accepted).toHaveLength(2)
    expect(new Set(accepted.map((mail) => mail.headers['Message-ID']))).toEqual(new Set([`<${id}@builders.example>`]))
    expect(accepted[0]?.headers['X-PM-KeepID']).toBe('true')
  })
})

it.each(['422/300', '422/406'] as const)(
  'fails a message at its first attempt when Postmark returns %s',
  async (refusal) => {
    fixture.postmark.behave(refusal)
    const [id] = await fixture.addMessages(1)
    fixture.worker().start()
    await expect.poll(() => fixture.count('failed'), patience).toBe(1)
    expect(fixture.postmark.requests).toBe(1)
    expect(await fixture.message(id)).toMatchObject({ attempts: 1, claimToken: null, sentAt: null })
    expect((await fixture.message(id)).lastError).toContain(`code ${refusal.slice(4)}`)
    expect(fixture.logged('error')).toEqual([
      expect.objectContaining({ outboxId: id, reason: expect.stringContaining(`code ${refusal.slice(4)}`) }),
    ])
  },
)

it('sends the other messages although three can never be delivered', { timeout: manyTimeout }, async () => {
  const ids = await fixture.addMessages(200)
  const poison = new Set([ids[3], ids[50], ids[199]])
  fixture.postmark.behave((mail) => (poison.has(mail.outboxId) ? '422/406' : 'ok'))
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), longPatience).toBe(197)
  await expect.poll(() => fixture.count('failed'), patience).toBe(3)
  expect(fixture.postmark.requests).toBe(200)
})

it('fails a message whose kind has no template or whose estimate no longer exists', async () => {
  const [unknown] = await fixture.addMessages(1, { kind: 'estimate.telegram' })
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({
      data: { id: 'orphan', kind: 'estimate.staff', createdAt: new Date(), nextAttemptAt: new Date() },
    }),
  )
  const [good] = await fixture.addMessages(1)
  fixture.worker().start()
  await expect.poll(() => fixture.count('failed'), patience).toBe(2)
  await expect.poll(async () => (await fixture.message(good)).state, patience).toBe('sent')
  expect((await fixture.message(unknown)).lastError).toBe('this kind of email has no template')
  expect((await fixture.message('orphan')).lastError).toBe('its estimate no longer exists')
  expect(fixture.logged('error')).toHaveLength(2)
})

it('fails a message after four days and a hundred attempts, not before', async () => {
  const fourDaysAgo = new Date(Date.now() - 96 * 60 * 60 * 1000)
  const [old, oldButNew] = await fixture.addMessages(2, { createdAt: fourDaysAgo })
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { id: old ?? '' }, data: { attempts: 99 } }),
  )
  fixture.postmark.behave('500')
  fixture.worker().start()
  await expect.poll(async () => (await fixture.message(old)).state, patience).toBe('failed')
  expect((await fixture.message(old)).lastError).toBe('given up: Postmark returned 500')
  expect(fixture.logged('error')).toEqual([expect.objectContaining({ outboxId: old })])
  expect((await fixture.message(oldButNew)).state).toBe('pending')
})

it.each(['401', '422/405'] as const)(
  'pauses, logs one error, and loses no message when Postmark refuses the account (%s)',
  async (refusal) => {
    fixture.postmark.behave(refusal)
    await fixture.addMessages(40)
    const worker = fixture.worker({ timings: { accountPauseMs: 1_200 } })
    worker.start()
    await expect
      .poll(() => fixture.logged('error'), patience)
      .toEqual([expect.objectContaining({ msg: expect.stringContaining('refuses all email') })])
    worker.wake()
    await delay(300)
    // Deliveries that were on their way at the first response may still fail. Claims that waited for a slot are not tried.
    expect(fixture.postmark.requests).toBeLessThanOrEqual(quickTimings.concurrency)
    fixture.postmark.behave('ok')
    expect(await fixture.count('pending')).toBe(40)
    expect(await fixture.count('failed')).toBe(0)

    await expect.poll(() => fixture.count('sent'), patience).toBe(40)
    expect(fixture.logged('error')).toHaveLength(1)
  },
)

it('does not pause while the account is pending approval, and sends what goes to the own domain', async () => {
  const visitors = await fixture.addMessages(20, { kind: 'estimate.visitor' })
  fixture.postmark.behave(({ outboxId }) => (visitors.includes(outboxId) ? '422/412' : 'ok'))
  const worker = fixture.worker({ timings: { accountPauseMs: 60_000 } })
  worker.start()
  await expect
    .poll(async () => (await fixture.message(visitors[0])).lastError, patience)
    .toMatch(/account is pending approval/)
  await fixture.addMessages(20)
  worker.wake()
  await expect.poll(() => fixture.count('sent'), patience).toBe(20)
  expect(await fixture.count('pending')).toBe(20)
  expect(fixture.logged('error')).toEqual([])
})

it('does not pause when a firewall blocks one message', async () => {
  const [blocked] = await fixture.addMessages(1)
  await fixture.addMessages(20)
  fixture.postmark.behave((mail) => (mail.outboxId === blocked ? '403 HTML' : 'ok'))
  fixture.worker({ timings: { accountPauseMs: 60_000 } }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(20)
  expect(await fixture.message(blocked)).toMatchObject({ state: 'pending', lastError: 'Postmark returned 403' })
})

it('never logs what a visitor wrote', async () => {
  await fixture.addMessages(2)
  await fixture.addMessages(2, { kind: 'estimate.visitor' })
  fixture.postmark.behaveNext(
    '422/406',
    '422/300',
    '200 with an ErrorCode',
    '200 without MessageID',
    '500',
    '401',
    'hang',
  )
  fixture.worker({ transport: fixture.transport(250) }).start()
  await expect.poll(() => fixture.count('pending'), patience).toBe(0)
  const log = fixture.logLines.join('')
  expect(log).toContain('can never be sent')
  for (const text of visitorTexts) expect(log).not.toContain(text)
})
