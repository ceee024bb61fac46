import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database/test-database.ts'

let place: TestDatabase
beforeAll(async () => {
  place = await createTestDatabase()
})
afterAll(() => place.dispose())

const now = new Date('2026-03-01T12:00:00.000Z')
const later = new Date('2026-03-01T12:00:00.001Z')
const ada = { id: 'a', email: 'ada@example.com' }
const bo = { id: 'b', email: 'bo@example.com' }

test('an entry says who did what to whom, and is gone with the transaction that fails', async () => {
  await place.database.transaction(async (transaction) => {
    await addAuditEntry(transaction, { kind: 'second-factor.reset', actor: ada, subject: bo, now })
    await addAuditEntry(transaction, { kind: 'second-factor.reset', actor: null, details: { by: 'shell' }, now: later })
  })
  const failing = place.database.transaction(async (transaction) => {
    await addAuditEntry(transaction, { kind: 'sign-in.succeeded', actor: ada, now })
    throw new Error('the change failed')
  })
  await expect(failing).rejects.toThrow('the change failed')
  const entries = await place.database.read.auditEntry.findMany({ orderBy: { id: 'asc' }, omit: { id: true } })
  const kind = 'second-factor.reset'
  expect(entries).toEqual([
    { kind, actorId: 'a', actorEmail: ada.email, subjectId: 'b', subjectEmail: bo.email, at: now, details: '{}' },
    {
      kind,
      actorId: null,
      actorEmail: null,
      subjectId: null,
      subjectEmail: null,
      at: later,
      details: '{"by":"shell"}',
    },
  ])
})
