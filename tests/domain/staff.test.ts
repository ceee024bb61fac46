import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runStaffCommand } from '#server/staff-command.ts'
import { roles } from '#shared/permissions.ts'
import { signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const config = { appOrigin: 'https://www.builders.example', adminEmails: ['Boss@mail.example'] }
let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(() => test.database.transaction(({ user }) => user.deleteMany()))
afterAll(() => test.dispose())

const run = (command: Parameters<typeof runStaffCommand>[0]) =>
  runStaffCommand(command, { database: test.database, config, now: test.clock.now() })
const person = (email: string) =>
  test.database.read.user.findUniqueOrThrow({ where: { email }, include: { tokens: true, sessions: true } })

describe('adding somebody to the staff', () => {
  it('invites an address without an account, by a link for three days', async () => {
    const said = await run({ name: 'add', email: 'new@mail.example', role: 'staff' })
    expect(said).toMatch(/\n {2}https:\/\/www\.builders\.example\/auth\/reset\?token=[\w-]{43}\n/)
    const { role, confirmedAt, passwordHash, tokens } = await person('new@mail.example')
    expect({ role, confirmedAt, passwordHash }).toEqual({ role: 'staff', confirmedAt: null, passwordHash: null })
    expect(tokens.map(({ purpose, expiresAt }) => [purpose, expiresAt.getTime() - test.clock.now().getTime()])).toEqual(
      [['invitation', 72 * 60 * 60 * 1000]],
    )
  })

  it('gives a role to somebody who gets in already, from their next request on, without a link', async () => {
    const { email, cookie } = await signedIn(test, { passwordHash: 'some hash' })
    const said = await run({ name: 'add', email, role: 'admin' })
    expect(said).not.toContain('token')
    expect((await person(email)).tokens).toEqual([])
    const answer = await test.app.inject({ url: '/api/trpc/auth.session', headers: { cookie } })
    expect(answer.json().result.data.user.role).toBe('admin')
  })

  it('twice changes the role and leaves the first invitation good', async () => {
    await run({ name: 'add', email: 'twice@mail.example', role: 'staff' })
    await run({ name: 'add', email: 'twice@mail.example', role: 'admin' })
    const { role, tokens } = await person('twice@mail.example')
    expect([role, tokens.length]).toEqual(['admin', 2])
  })
})

describe('revoking', () => {
  it('takes the role, every session and every link', async () => {
    const { email, cookie } = await signedIn(test, { role: 'admin' })
    await run({ name: 'add', email, role: 'staff' })
    await run({ name: 'revoke', email })
    expect(await person(email)).toMatchObject({ role: 'user', sessions: [], tokens: [] })
    const answer = await test.app.inject({ url: '/api/trpc/auth.session', headers: { cookie } })
    expect(answer.json().result.data.user).toBeNull()
  })

  it('says so where the settings still name the address', async () => {
    await signedIn(test, { email: 'boss@mail.example', role: 'admin' })
    await signedIn(test, { email: 'other@mail.example', role: 'admin' })
    expect(await run({ name: 'revoke', email: 'boss@mail.example' })).toContain('ADMIN_EMAILS')
    expect(await run({ name: 'revoke', email: 'other@mail.example' })).not.toContain('ADMIN_EMAILS')
  })

  it('of nobody is refused', async () => {
    await expect(run({ name: 'revoke', email: 'nobody@mail.example' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

it('the list has everybody with a role, in columns, and counts the others', async () => {
  for (const role of roles) await signedIn(test, { email: `a-longer-name-${role}@mail.example`, role })
  await run({ name: 'add', email: 'b@mail.example', role: 'staff' })
  expect((await run({ name: 'list' })).split('\n')).toEqual([
    'address                            role    confirmed   last use',
    'a-longer-name-admin@mail.example   admin   yes         2026-01-05 20:10 UTC',
    'a-longer-name-staff@mail.example   staff   yes         2026-01-05 20:10 UTC',
    'b@mail.example                     staff   not yet     not signed in',
    '',
    '1 account without a role.',
  ])
})
