import { expect, it } from 'vitest'
import { queueDueNudges } from '#server/nudges/queue-nudges.ts'
import { hourMs } from '#shared/durations.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'
import { outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }

it('nudges are sent like other emails, but not to people who left the staff after they were queued', async () => {
  const { database } = fixture
  await storeStaff(database, { email: 'ana@builders.example' })
  const ben = await storeStaff(database, { email: 'ben@builders.example' })
  await storeEstimate({ database, clock: new TestClock(new Date()) }, { createdAt: new Date(Date.now() - 23 * hourMs) })
  const queued = await queueDueNudges({ database, staffInbox: [], now: new Date() })
  expect(queued).toBeGreaterThanOrEqual(2)
  await database.transaction(({ user }) => user.updateMany({ where: { id: ben.id }, data: { role: 'user' } }))
  fixture.worker().start()
  await expect.poll(() => fixture.count('pending'), patience).toBe(0)
  const reminders = fixture.postmark.accepted.filter(({ subject }) => subject.startsWith('Due soon'))
  expect(reminders.map(({ to }) => to)).toEqual(['ana@builders.example'])
  expect(fixture.postmark.accepted.filter(({ to }) => to.startsWith('ben'))).toEqual([])
  // Rows of emails that need not be sent are deleted, and none is queued again.
  expect(await fixture.count('sent')).toBe(fixture.postmark.accepted.length)
  expect(await queueDueNudges({ database, staffInbox: [], now: new Date() })).toBe(0)
})
