import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuty } from '#server/accounts/second-factor/duty.ts'
import { resetSecondFactor } from '#server/accounts/second-factor/reset-second-factor.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import { erasePerson } from '#server/privacy/erase-person.ts'
import { setRetention } from '#server/privacy/retention.ts'
import { defaultRetention } from '#shared/retention.ts'
import { testServerKey as serverKey } from '#tests/support/database/server-key.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'
import { storeEstimatesAt } from '#tests/support/estimates/store-estimates.ts'

const clock = new TestClock()
const now = clock.now()
const admin = { id: randomUUID(), email: 'ada@example.com', name: null }
const colleague = { id: randomUUID(), email: 'ben@example.com' }
const session = { id: randomUUID() } as ActiveSession

let place: TestDatabase
let estimateId = ''
beforeAll(async () => {
  place = await createTestDatabase()
  const [stored = ''] = await storeEstimatesAt({ ...place, clock }, [0])
  estimateId = stored
  await place.database.transaction(async (transaction) => {
    const confirmed = { createdAt: now, confirmedAt: now, role: 'staff' }
    await transaction.user.createMany({
      data: [
        { ...admin, ...confirmed },
        { ...colleague, ...confirmed, secondFactorAt: now },
      ],
    })
    const times = { accessExpiresAt: now, refreshedAt: now, createdAt: now, lastUsedAt: now, expiresAt: now }
    const digests = { accessDigest: randomUUID(), refreshDigest: randomUUID() }
    const data = { ...session, userId: admin.id, device: 'test', ...digests, ...times, verifiedAt: now }
    await transaction.session.create({ data })
  })
})
afterAll(() => place.dispose())

it.each([
  [
    'erase a person',
    () =>
      erasePerson(
        { ...place, clock, serverKey, user: admin },
        { id: estimateId, estimateIds: [estimateId], otherIds: [], confirmation: 'ERASE' },
      ),
  ],
  [
    'change how long data is kept',
    () => setRetention({ ...place, clock, user: admin }, { completedMonths: 1, spamMonths: 1, seen: defaultRetention }),
  ],
  [
    'change who needs a second factor',
    () =>
      setDuty(
        { ...place, clock, user: { ...admin, role: 'admin' } as ActiveSession['user'], session },
        {
          duty: 'everybody',
        },
      ),
  ],
  [
    'reset a second factor',
    () => resetSecondFactor(place.database, { person: { id: colleague.id }, by: admin, serverKey, now }),
  ],
])('someone who was an administrator when the call began can no longer %s', async (_, call) => {
  await expect(call()).rejects.toMatchObject({ reason: 'insufficient_role' })
  const { user, setting, auditEntry, projectEstimate } = place.database.read
  expect((await user.findUniqueOrThrow({ where: { id: colleague.id } })).secondFactorAt).toEqual(now)
  expect((await projectEstimate.findUniqueOrThrow({ where: { id: estimateId } })).erasedAt).toBeNull()
  expect([await auditEntry.count(), await setting.count()]).toEqual([0, 0])
})
