import { expect, it } from 'vitest'
import { outboxPerFile, PatientTransport } from './outbox-fixture.ts'

const fixture = outboxPerFile()

const patience = { timeout: 10_000, interval: 20 }
const aMinuteApart = { pollIntervalMs: 60_000 }

it('wake() polls at once, long before the next interval', async () => {
  const worker = fixture.worker({ timings: aMinuteApart })
  worker.start()
  await fixture.addMessages(1)
  worker.wake()
  await expect.poll(() => fixture.count('sent'), { timeout: 2_000, interval: 10 }).toBe(1)
})

it('a hundred calls of wake() cause only a few polls', async () => {
  const database = fixture.countingDatabase()
  const worker = fixture.worker({ database, timings: aMinuteApart })
  worker.start()
  await fixture.addMessages(1)
  for (let call = 0; call < 100; call += 1) worker.wake()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(database.transactions).toBeLessThan(10)
})

it('finds messages of other processes without wake()', async () => {
  fixture.worker().start()
  await fixture.addMessages(1)
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
})

it('stop() lets deliveries in progress finish', async () => {
  const transport = new PatientTransport()
  const worker = fixture.worker({ transport })
  await fixture.addMessages(3)
  worker.start()
  await expect.poll(() => transport.begun.length, patience).toBe(3)
  const stopped = worker.stop(5_000)
  transport.respondToAll()
  await stopped
  expect(await fixture.count('sent')).toBe(3)
})

it('stop() aborts deliveries after the grace period and gives their claims back', async () => {
  fixture.postmark.behave('hang')
  const ids = await fixture.addMessages(3)
  const worker = fixture.worker()
  worker.start()
  await expect.poll(() => fixture.postmark.requests, patience).toBe(3)
  const start = performance.now()
  await worker.stop(30)
  expect(performance.now() - start).toBeLessThan(1_500)
  for (const released of await Promise.all(ids.map((id) => fixture.message(id)))) {
    expect(released).toMatchObject({ state: 'pending', claimToken: null })
    expect(released.nextAttemptAt.getTime()).toBeLessThanOrEqual(Date.now())
  }

  fixture.postmark.behave('ok')
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(3)
})

it('stop() resolves in time when neither the email service nor the database responds', async () => {
  let answering = true
  const database = fixture.watchedDatabase(() => (answering ? undefined : new Promise(() => undefined)))
  fixture.postmark.behave('hang')
  await fixture.addMessages(1)
  const worker = fixture.worker({ database })
  worker.start()
  await expect.poll(() => fixture.postmark.requests, patience).toBe(1)
  answering = false
  const start = performance.now()
  await worker.stop(30)
  expect(performance.now() - start).toBeLessThan(2_000)
})

it('a stopped worker sends nothing', async () => {
  const worker = fixture.worker()
  worker.start()
  await worker.stop(1_000)
  await fixture.addMessages(1)
  worker.wake()
  const other = fixture.worker({ transport: { send: () => Promise.reject(new Error('no service')) } })
  other.start()
  await expect.poll(() => fixture.logged('warn').length, patience).toBeGreaterThan(1)
  expect(fixture.postmark.requests).toBe(0)
  await worker.stop(1_000)
})
