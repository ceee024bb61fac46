import { randomUUID } from 'node:crypto'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { counterKey } from '#server/accounts/limits/rate-limit-counters.ts'
import { sweepExpired } from '#server/jobs/sweep-expired.ts'
import { toFileName } from '#server/mail/transports/file-names.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeEstimatesAt } from '#tests/support/estimates/store-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'

const clock = new TestClock()
const at = (ms: number) => new Date(clock.now().getTime() + ms)

const folder = temporaryFolder('sweep')

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
beforeEach(() =>
  place.database.transaction(async ({ user, attempt, outboxMessage }) => {
    await user.deleteMany()
    await attempt.deleteMany()
    await outboxMessage.deleteMany()
  }),
)
afterAll(async () => {
  await place.dispose()
  folder.remove()
})

const sweep = (shouldStop?: () => boolean) =>
  sweepExpired({ database: place.database, serverKey, mailFolder: folder.path, now: clock.now() }, shouldStop)

function session(userId: string, expiresAt: Date) {
  const digests = { accessDigest: 'digest', refreshDigest: 'digest' }
  const times = { accessExpiresAt: at(0), refreshedAt: at(0), createdAt: at(0), lastUsedAt: at(0), expiresAt }
  return { id: randomUUID(), userId, device: 'test', ...digests, ...times }
}

function token(userId: string, expiresAt: Date) {
  const [id, digest] = [randomUUID(), randomUUID()]
  return { id, digest, userId, purpose: 'reset', createdAt: at(0), expiresAt }
}

const attempt = (windowEndsAt: Date) => ({ key: randomUUID(), hits: 1, windowEndsAt })

function account(email: string, createdAt: Date, others: { role?: string; confirmedAt?: Date } = {}) {
  return { id: randomUUID(), email, createdAt, passwordHash: 'hash', ...others }
}

function mail(state: string, createdAt: Date, others: { address?: string; estimateId?: string } = {}) {
  const sentAt = state === 'sent' ? createdAt : null
  return { id: randomUUID(), kind: 'account.reset', state, createdAt, sentAt, nextAttemptAt: createdAt, ...others }
}

describe('expired rows', () => {
  beforeEach(async () => {
    const userId = randomUUID()
    await place.database.transaction(async (transaction) => {
      await transaction.user.create({
        data: { id: userId, email: 'ada@example.com', createdAt: at(0), confirmedAt: at(0) },
      })
      const ends = [...Array.from({ length: 600 }, () => at(-1)), at(0), at(hourMs)]
      await transaction.session.createMany({ data: ends.map((end) => session(userId, end)) })
      await transaction.emailToken.createMany({ data: [token(userId, at(-1)), token(userId, at(1))] })
      await transaction.attempt.createMany({ data: [at(-dayMs - 1), at(-dayMs), at(1)].map(attempt) })
    })
  })

  const left = async () => {
    const { session, emailToken, attempt } = place.database.read
    return [await session.count(), await emailToken.count(), await attempt.count()]
  }

  test('one run deletes expired rows and nothing else', async () => {
    expect(await sweep()).toBe(602)
    expect(await left()).toEqual([2, 1, 2])
    expect(await sweep()).toBe(0)
  })

  test('several processes can delete expired rows at once', async () => {
    const removed = await Promise.all(Array.from({ length: 4 }, () => sweep()))
    const sum = removed.reduce((one, other) => one + other) + (await sweep())
    expect(sum).toBe(602)
    expect(await left()).toEqual([2, 1, 2])
  })

  test('every kind of row has its turn however many there are of another, and a run can be stopped', async () => {
    let batches = 0
    expect(await sweep(() => ++batches > 5)).toBe(252)
    expect(await left()).toEqual([352, 1, 2])
  })

  test('a run yields to other work between batches', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    await sweep()
    clearInterval(timer)
    expect(turns).toBeGreaterThan(2)
  })
})

test('the sweep deletes changes of an address 30 days after their links have ended, with the links', async () => {
  const userId = randomUUID()
  const change = (id: string, expiresAt: Date) => ({
    ...{ id, userId, fromEmail: 'ada@example.com', toEmail: 'ada@new.example', messageId: id },
    ...{ createdAt: at(-60 * dayMs), expiresAt },
  })
  await place.database.transaction(async ({ user, emailChange, emailChangeLink }) => {
    await user.create({ data: { id: userId, email: 'ada@example.com', createdAt: at(0), confirmedAt: at(0) } })
    await emailChange.createMany({ data: [change('over', at(-30 * dayMs - 1)), change('known', at(-30 * dayMs))] })
    const purpose = 'undo'
    await emailChangeLink.createMany({
      data: ['over', 'known'].map((changeId) => ({ digest: `of ${changeId}`, changeId, purpose })),
    })
  })
  expect(await sweep()).toBe(1)
  const { emailChange, emailChangeLink } = place.database.read
  expect(await emailChange.findMany({ select: { id: true } })).toEqual([{ id: 'known' }])
  expect(await emailChangeLink.findMany({ select: { changeId: true } })).toEqual([{ changeId: 'known' }])
})

test('the sweep deletes emails about accounts after 30 days, once they were sent or have failed', async () => {
  const [old, young] = [at(-30 * dayMs - 1), at(-30 * dayMs)]
  const kept = [mail('sent', young), mail('failed', young), mail('pending', old)]
  const expired = [mail('sent', old), mail('failed', old)]
  await place.database.transaction(({ outboxMessage }) => outboxMessage.createMany({ data: [...kept, ...expired] }))
  expect(await sweep()).toBe(2)
  const left = await place.database.read.outboxMessage.findMany({ select: { id: true } })
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(kept.map(({ id }) => id)))
})

test('the sweep deletes the files of emails with their rows, where emails are written to files', async () => {
  const old = at(-30 * dayMs - 1)
  const [expired, kept] = [mail('sent', old), mail('pending', old)]
  await place.database.transaction(({ outboxMessage }) => outboxMessage.createMany({ data: [expired, kept] }))
  for (const message of [expired, kept]) writeFileSync(join(folder.path, toFileName(message)), 'an email')
  await sweep()
  expect(readdirSync(folder.path)).toEqual([toFileName(kept)])
})

test('the sweep keeps emails about estimates, which the timeline shows', async () => {
  const [estimateId = ''] = await storeEstimatesAt({ ...place, clock }, [-365 * dayMs])
  const stored = mail('sent', at(-365 * dayMs), { estimateId })
  await place.database.transaction(({ outboxMessage }) => outboxMessage.create({ data: stored }))
  expect(await sweep()).toBe(0)
})

test('the sweep deletes exports with their batches after two years', async () => {
  const ages = [2 * 730, 731, 730, 1]
  const exported = ages.map((days) => ({
    id: randomUUID(),
    actorId: 'u',
    actorEmail: 'ada@example.com',
    at: at(-days * dayMs),
  }))
  await place.database.transaction(async ({ estimateExport, estimateExportBatch }) => {
    await estimateExport.createMany({ data: exported })
    for (const { id: exportId } of exported)
      for (const firstId of ['a', 'b'])
        await estimateExportBatch.create({
          data: { id: randomUUID(), exportId, firstId, lastId: firstId, estimateIds: firstId },
        })
  })
  expect(await sweep()).toBe(2)
  const { estimateExport, estimateExportBatch } = place.database.read
  const left = await estimateExport.findMany({ select: { id: true } })
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(exported.slice(2).map(({ id }) => id)))
  expect(await estimateExportBatch.count()).toBe(4)
})

test('the audit log keeps entries for two years', async () => {
  const entry = (days: number) => ({
    id: randomUUID(),
    kind: 'sign-in.succeeded',
    at: at(-days * dayMs),
    details: '{}',
  })
  await place.database.transaction(({ auditEntry }) => auditEntry.createMany({ data: [731, 730, 1].map(entry) }))
  expect(await sweep()).toBe(1)
  const left = await place.database.read.auditEntry.findMany({ orderBy: { at: 'asc' } })
  expect(left.map((row) => row.at)).toEqual([at(-730 * dayMs), at(-dayMs)])
})

test('the sweep deletes unconfirmed accounts after 30 days with their links and counters of wrong passwords', async () => {
  const [old, young] = [at(-30 * dayMs - 1), at(-30 * dayMs)]
  const deleted = account('gone@example.com', old)
  const streakOf = (email: string) => {
    const key = counterKey(serverKey, { limit: 'sign-in-streak', subject: email })
    return { key, hits: 3, windowEndsAt: new Date('9999-12-31T00:00:00.000Z') }
  }
  await place.database.transaction(async ({ user, emailToken, attempt }) => {
    await user.createMany({
      data: [deleted, account('young@example.com', young), account('confirmed@example.com', old, { confirmedAt: old })],
    })
    await emailToken.create({ data: token(deleted.id, at(-1)) })
    await attempt.createMany({ data: ['gone@example.com', 'young@example.com'].map(streakOf) })
  })
  expect(await sweep()).toBe(2)
  const { user, emailToken, attempt } = place.database.read
  const left = await user.findMany({ orderBy: { email: 'asc' } })
  expect(left.map(({ email }) => email)).toEqual(['confirmed@example.com', 'young@example.com'])
  expect(await emailToken.count()).toBe(0)
  expect((await attempt.findMany()).map(({ key }) => key)).toEqual([streakOf('young@example.com').key])
})

test('the sweep keeps unconfirmed accounts that were invited or have a valid link or a queued email', async () => {
  const old = at(-90 * dayMs)
  const linked = account('linked@example.com', old)
  await place.database.transaction(async ({ user, emailToken, outboxMessage }) => {
    await user.createMany({
      data: [account('invited@example.com', old, { role: 'staff' }), linked, account('mailed@example.com', old)],
    })
    await emailToken.create({ data: token(linked.id, at(0)) })
    await outboxMessage.create({ data: mail('pending', at(0), { address: 'mailed@example.com' }) })
  })
  expect(await sweep()).toBe(0)
  expect(await place.database.read.user.count()).toBe(3)
})

test('the sweep deletes more unconfirmed accounts than fit into one batch', async () => {
  const data = Array.from({ length: 300 }, (_, index) => account(`${index}@example.com`, at(-31 * dayMs)))
  await place.database.transaction(({ user }) => user.createMany({ data }))
  expect(await sweep()).toBe(300)
})
