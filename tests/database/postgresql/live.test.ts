import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import { estimateInput, estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { recordEmailOutcomes } from '#tests/support/estimates/record-email-outcomes.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { openLivePage } from '#tests/support/server/live-page.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const withinASecond = { timeout: 1_000, interval: 5 }
/** Pages are told at most once a second, so what follows on a message may wait as long. */
const afterAnother = { timeout: 3_000, interval: 5 }

let one: TestApp
let other: TestApp
let port: number
let staff: SignedIn

beforeEach(async () => {
  one = await createTestApp()
  other = await createTestApp({ beside: one })
  port = await one.listen()
  staff = await signedIn(one, { role: 'staff' })
})
afterEach(async () => {
  await other.dispose()
  await one.dispose()
})

async function submitAt(server: TestApp): Promise<string> {
  const { reference } = (await server.call('estimates.submit', estimateInput())).json().result.data
  const { id } = await one.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
  return id
}

async function atServer(sql: string): Promise<void> {
  const connection = new pg.Client({ connectionString: one.databaseUrl })
  await connection.connect()
  await connection.query(sql)
  await connection.end()
}

/** Tests of other databases on the same server run in the meantime. */
const endListeners = () =>
  atServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'LISTEN five_borough_builders_commits'`)

/** Has another program send something on a channel. */
const notify = (payload: string, channel = 'five_borough_builders_commits') =>
  atServer(`SELECT pg_notify('${channel}', $text$${payload}$text$)`)

test('messages of another program end no process and make pages reload', async () => {
  const page = await openLivePage(port, staff)
  for (const payload of ['', 'hello', '{}', 'null', '[]', '{"from":1}', '"'.repeat(500)]) await notify(payload)
  await expect.poll(() => page.told().all, withinASecond).toBe(true)
  const id = await submitAt(other)
  await expect.poll(() => page.told().created, afterAnother).toEqual([id])
})

test('a message with fields of another version makes pages reload', async () => {
  const page = await openLivePage(port, staff)
  const message = { from: randomUUID(), created: [], changed: [], all: false, people: false, settings: true }
  await notify(JSON.stringify(message))
  await expect.poll(() => page.told().all, withinASecond).toBe(true)
})

test('a message on another channel is ignored', async () => {
  const page = await openLivePage(port, staff)
  await notify('hello', 'commits')
  const id = await submitAt(other)
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [id], changed: [], all: false })
})

test('a flood of unknown messages makes pages reload at most once a second', async () => {
  const page = await openLivePage(port, staff)
  await atServer(`DO $$ BEGIN FOR i IN 1..5000 LOOP
    PERFORM pg_notify('five_borough_builders_commits', 'junk ' || i); END LOOP; END $$`)
  await expect.poll(() => page.told().all, withinASecond).toBe(true)
  const id = await submitAt(other)
  await expect.poll(() => page.told().created, afterAnother).toEqual([id])
  expect(page.count()).toBeLessThanOrEqual(4)
})

test('a page learns within a second, and once, what another process stores and changes', async () => {
  const page = await openLivePage(port, staff)
  const id = await submitAt(other)
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [id], changed: [], all: false })
  await other.call('estimates.addNote', { id, text: 'Called back.' }, staff.headers)
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [id], changed: [id], all: false })
  await one.call('estimates.addNote', { id, text: 'And again.' }, staff.headers)
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [id], changed: [id, id], all: false })
  expect(page.count()).toBe(4)
})

test('a page learns within a second of an email that another process could not deliver', async () => {
  const [id = ''] = await storeEstimates(one, [{}])
  // The first message tells of what was stored shortly before.
  one.clock.advance(2 * minuteMs)
  const page = await openLivePage(port, staff)
  expect(page.told()).toEqual({ created: [], changed: [], all: false })
  await recordEmailOutcomes(other.database, [{ estimateId: id, state: 'failed' }], one.clock.now())
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [], changed: [id], all: false })
})

test('a sign-out at another process ends the stream within a second', async () => {
  const page = await openLivePage(port, staff)
  await other.call('auth.signOut', {}, staff.headers)
  await expect.poll(() => page.isExpired(), withinASecond).toBe(true)
  expect(page.refusal()).toMatchObject({ reason: 'session_not_found' })
})

test('a page that reconnects to another process learns what it has missed', async () => {
  const first = await openLivePage(port, staff)
  first.close()
  one.clock.advance(60_000)
  const id = await submitAt(one)
  const again = await openLivePage(await other.listen(), staff, first.mark())
  expect(again.told()).toEqual({ created: [id], changed: [], all: false })
})

test('a lost listening connection is replaced, and pages reload everything', async () => {
  const page = await openLivePage(port, staff)
  await endListeners()
  await expect.poll(() => page.told().all, { timeout: 10_000 }).toBe(true)
  const id = await submitAt(other)
  await expect.poll(() => page.told().created, afterAnother).toEqual([id])
})

test('an estimate is stored while no process can listen', async () => {
  await endListeners()
  expect(await submitAt(other)).toEqual(expect.any(String))
})

test('the estimates of one commit are one message', async () => {
  const listener = new pg.Client({ connectionString: one.databaseUrl })
  await listener.connect()
  const messages: string[] = []
  listener.on('notification', ({ payload = '' }) => messages.push(payload))
  await listener.query('LISTEN five_borough_builders_commits')
  const page = await openLivePage(port, staff)

  const requests = Array.from({ length: 64 }, () => estimateRequest(newVisitor()))
  await Promise.all(requests.map((request) => one.app.estimateWriter.submit(request, newSenderAddress())))
  await expect.poll(() => page.told().created.length, withinASecond).toBe(64)
  const named = () => messages.flatMap((message): string[] => JSON.parse(message).created)
  await expect.poll(() => new Set(named()).size, withinASecond).toBe(64)
  expect(messages).toHaveLength(1)
  await listener.end()
})

test('a commit with more estimates than fit into a message reports that anything may have changed', async () => {
  const page = await openLivePage(port, staff)
  await storeEstimates(
    other,
    Array.from({ length: 201 }, () => ({})),
  )
  await expect.poll(() => page.told(), withinASecond).toEqual({ created: [], changed: [], all: true })
})
