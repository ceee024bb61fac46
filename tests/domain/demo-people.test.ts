import { expect, it } from 'vitest'
import { listPeople } from '#server/accounts/people/list-people.ts'
import { parseConfig } from '#server/config.ts'
import { addDemoPeople } from '#server/demo/people.ts'
import { TestClock } from '#tests/support/database/test-clock.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'

it('the demonstration shows when colleagues were last seen, and an open invitation', async () => {
  const { database, dispose } = await createTestDatabase()
  try {
    const clock = new TestClock()
    const now = clock.now()
    const admin = { id: 'maria', email: 'maria@mail.example' }
    const tom = { id: 'tom', email: 'tom@mail.example' }
    await database.transaction(async (transaction) => {
      const data = [admin, tom].map((row) => ({ ...row, role: 'staff', createdAt: now, confirmedAt: now }))
      await transaction.user.createMany({ data })
      const invited = { email: 'noor@mail.example', name: 'Noor Haddad' }
      await addDemoPeople(transaction, { admin, colleagues: [tom], invited }, now)
    })
    const { people } = await listPeople({ database, config: parseConfig({ LOG_LEVEL: 'silent' }, '/'), clock })
    const of = (email: string) => people.find((person) => person.email === email)
    expect(of(tom.email)?.lastSeenAt).toBe(new Date(now.getTime() - 2 * 3_600_000).toISOString())
    expect(of('noor@mail.example')?.invitation).toMatchObject({ by: admin.email, isExpired: false })
    expect(of('noor@mail.example')?.invitation?.linkUntil).not.toBeNull()
  } finally {
    await dispose()
  }
})
