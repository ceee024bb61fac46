import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Transaction } from '#server/database/database.ts'
import { addNote, logContact } from '#server/domain/estimates/add-to-estimate.ts'
import { assign, setFollowUp, setOutcome, setStatus, type WorkDeps } from '#server/domain/estimates/change-estimate.ts'
import { sweepExpired } from '#server/jobs/sweep-expired.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { testServerKey } from '#tests/support/server-key.ts'
import { signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.dispose())

/** What the types forbid; each line would be an error if they allowed it. */
async function forbidden({ estimateEvent, projectEstimate }: Transaction): Promise<void> {
  // @ts-expect-error an event is never changed
  await estimateEvent.update({ where: { id: 'x' }, data: { kind: 'note' } })
  // @ts-expect-error
  await estimateEvent.updateMany({ data: { kind: 'note' } })
  // @ts-expect-error
  await estimateEvent.upsert({ where: { id: 'x' }, create: {}, update: {} })
  // @ts-expect-error an event is never deleted
  await estimateEvent.delete({ where: { id: 'x' } })
  // @ts-expect-error
  await estimateEvent.deleteMany()
  // @ts-expect-error not by way of its request either
  await projectEstimate.update({ where: { id: 'x' }, data: { events: { deleteMany: {} } } })
}

it('a transaction has no method that changes or deletes an event, or could do so by way of its request', async () => {
  // Not even the first line of it can be run.
  await expect(test.database.transaction(forbidden)).rejects.toThrow(TypeError)
  await test.database.transaction(async ({ estimateEvent, projectEstimate }) => {
    const events = estimateEvent as unknown as Record<string, unknown>
    for (const method of ['update', 'updateMany', 'updateManyAndReturn', 'upsert', 'delete', 'deleteMany'])
      expect(events[method], method).toBeUndefined()
    for (const method of ['create', 'createMany', 'findMany', 'count'])
      expect(events[method], method).toBeTypeOf('function')
    const requests = projectEstimate as unknown as Record<string, unknown>
    for (const method of ['update', 'upsert']) expect(requests[method], method).toBeUndefined()
    expect(requests.updateMany).toBeTypeOf('function')
  })
  // A change of many rows reaches no other table.
  const data = { events: { deleteMany: {} } }
  await expect(
    test.database.transaction(({ projectEstimate }) => projectEstimate.updateMany({ data })),
  ).rejects.toThrow('Unknown argument `events`')
})

it('no event is reached by way of a person, a session, a link or a message either', async () => {
  const id = await storeEstimate(test)
  const { userId, sessionId, email } = await signedIn(test, { role: 'staff' })
  const deps: WorkDeps = { database: test.database, clock: test.clock, user: { id: userId, email } }
  await assign(deps, { id, version: 1, assigneeId: userId })
  const createdAt = test.clock.now()
  const message = { id: randomUUID(), kind: 'x', estimateId: id, createdAt, nextAttemptAt: createdAt, state: 'sent' }
  const token = { id: randomUUID(), digest: 'x', userId, purpose: 'reset', createdAt, expiresAt: createdAt }
  await test.database.transaction(async ({ outboxMessage, emailToken }) => {
    await outboxMessage.create({ data: message })
    await emailToken.create({ data: token })
  })
  const estimate = { update: { events: { deleteMany: {} } } }
  const user = { update: { estimates: { update: { where: { id }, data: estimate.update } } } }
  const ways: ((transaction: Transaction) => Promise<unknown>)[] = [
    (transaction) => transaction.user.update({ where: { id: userId }, data: user.update }),
    (transaction) =>
      transaction.user.upsert({
        where: { id: userId },
        create: { id: userId, email, createdAt },
        update: user.update,
      }),
    (transaction) => transaction.session.update({ where: { id: sessionId }, data: { user } }),
    (transaction) => transaction.emailToken.update({ where: { id: token.id }, data: { user } }),
    (transaction) => transaction.outboxMessage.update({ where: { id: message.id }, data: { estimate } }),
  ]
  for (const way of ways) await expect(test.database.transaction(way)).rejects.toThrow('more than one table')
  expect(await test.database.read.estimateEvent.count({ where: { estimateId: id } })).toBe(1)
})

it('no statement that is written by hand changes or deletes an event', async () => {
  const folder = 'server/database'
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(20)
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  const writes = texts.flatMap(
    (text) => text.match(/(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\s+estimate_events/gi) ?? [],
  )
  // One for each engine.
  expect(writes).toEqual(['INSERT INTO estimate_events', 'INSERT INTO estimate_events'])
})

it('whatever is done with a request, its earlier events stay as they were', async () => {
  const id = await storeEstimate(test)
  const { userId, email } = await signedIn(test, { role: 'staff' })
  const deps: WorkDeps = { database: test.database, clock: test.clock, user: { id: userId, email } }
  const stored = () =>
    test.database.read.estimateEvent.findMany({ where: { estimateId: id }, orderBy: [{ at: 'asc' }, { id: 'asc' }] })
  const steps: ((version: number) => Promise<unknown>)[] = [
    (version) => setStatus(deps, { id, version, status: 'in_progress' }),
    () => addNote(deps, { id, text: 'A note.' }),
    (version) => assign(deps, { id, version, assigneeId: userId }),
    () => logContact(deps, { id, channel: 'call' }),
    (version) => setFollowUp(deps, { id, version, followUpOn: '2026-02-01' }),
    () => logContact(deps, { id, channel: 'email' }),
    (version) => setOutcome(deps, { id, version, outcome: 'lost', reason: 'Too dear' }),
    (version) => setOutcome(deps, { id, version, outcome: 'won' }),
    (version) => setStatus(deps, { id, version, status: 'new' }),
  ]
  for (const step of steps) {
    const before = await stored()
    test.clock.advance(1)
    const { version } = await test.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
    await step(version)
    const after = await stored()
    expect(after.slice(0, -1)).toEqual(before)
    expect(after).toHaveLength(before.length + 1)
  }
  const before = await stored()
  test.clock.advance(400 * 24 * 60 * 60 * 1000)
  await sweepExpired({ database: test.database, serverKey: testServerKey, now: test.clock.now() })
  await test.database.transaction(({ user }) => user.delete({ where: { id: userId } }))
  expect(await stored()).toEqual(before)
})
