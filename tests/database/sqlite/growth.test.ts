import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linkLifetimesMs } from '#server/accounts/email-links/email-tokens.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import { addMs } from '#server/clock.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { sweepExpired } from '#server/jobs/sweep-expired.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'

const clock = new TestClock()
let place: TestDatabase

beforeEach(async () => {
  place = await createTestDatabase()
})
afterEach(() => place.dispose())

const many = <Row>(count: number, row: () => Row) => Array.from({ length: count }, row)

const stepMs = 3 * dayMs

/** The rows of visitors who never come back, in each swept table. */
async function liveThreeDays(): Promise<void> {
  const now = clock.now()
  const users = many(20, () => ({ id: randomUUID(), email: `${randomUUID()}@example.com`, createdAt: now }))
  const userIds = users.map(({ id }) => id)
  const digests = { accessDigest: 'a'.repeat(43), refreshDigest: 'r'.repeat(43), device: 'd'.repeat(120) }
  const times = { accessExpiresAt: addMs(now, hourMs), refreshedAt: now, createdAt: now, lastUsedAt: now }
  await place.database.transaction(async ({ user, session, emailToken, attempt, outboxMessage }) => {
    await user.createMany({ data: users })
    await session.createMany({
      data: userIds.map((userId) => ({
        id: randomUUID(),
        userId,
        ...digests,
        ...times,
        expiresAt: addMs(now, sessionLifetimes.absoluteMs),
      })),
    })
    await emailToken.createMany({
      data: userIds.map((userId) => ({
        id: randomUUID(),
        digest: randomUUID(),
        userId,
        purpose: 'confirmation',
        createdAt: now,
        expiresAt: addMs(now, linkLifetimesMs.confirmation),
      })),
    })
    await attempt.createMany({
      data: many(100, () => ({ key: randomUUID(), hits: 1, windowEndsAt: addMs(now, hourMs) })),
    })
    await outboxMessage.createMany({
      data: users.map(({ email }) => ({
        id: randomUUID(),
        kind: 'account.confirmation',
        address: email,
        state: 'sent',
        attempts: 1,
        nextAttemptAt: now,
        createdAt: now,
        sentAt: now,
      })),
    })
  })
  clock.advance(stepMs)
  await sweepExpired({ database: place.database, serverKey: testServerKey, mailFolder: tmpdir(), now: clock.now() })
}

async function sizes(): Promise<{ rows: number[]; bytes: number }> {
  const { user, session, emailToken, attempt, outboxMessage } = place.database.read
  const rows = await Promise.all([user, session, emailToken, attempt, outboxMessage].map(countOf))
  return { rows, bytes: statSync(filePath()).size }
}

function countOf(table: { count(): Promise<number> }): Promise<number> {
  return table.count()
}

const filePath = () => sqlitePath(place.url)

/** Moves everything from the write-ahead log into the file. */
function checkpoint(): void {
  const connection = openConnection(filePath())
  connection.pragma('wal_checkpoint(PASSIVE)')
  connection.close()
}

it('after the longest retention, as many rows are removed as added, and the file grows no more', async () => {
  for (let step = 0; step < 12; step++) await liveThreeDays()
  checkpoint()
  const before = await sizes()
  expect(before.rows[0]).toBeGreaterThan(0)
  for (let step = 0; step < 10; step++) await liveThreeDays()
  checkpoint()
  const after = await sizes()
  expect(after.rows).toEqual(before.rows)
  // Free pages are used again.
  expect(after.bytes).toBeLessThanOrEqual(before.bytes * 1.05)
})

it('a write-ahead log that grew during a long read is cut to 16 MB', async () => {
  const logSize = () => statSync(`${filePath()}-wal`).size
  const write = (megabytes: number) =>
    place.database.transaction(async ({ setting }) => {
      for (let count = 0; count < megabytes; count++)
        await setting.create({ data: { name: randomUUID(), value: 'x'.repeat(1_000_000), createdAt: clock.now() } })
    })
  const reader = openConnection(filePath(), { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM settings').get()
  for (let turn = 0; turn < 3; turn++) await write(10)
  expect(logSize()).toBeGreaterThan(30_000_000)
  reader.exec('COMMIT')
  reader.close()
  await write(1)
  await write(1)
  expect(logSize()).toBeLessThanOrEqual(16 * 1024 * 1024)
})
