import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openServerKey } from '#server/auth/server-key.ts'
import { runStaffCommand } from '#server/cli/staff-command.ts'
import { roles } from '#shared/permissions.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  goodPassword,
  mailedToken,
  otherPassword,
} from '#tests/support/accounts.ts'
import { signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const config = { appOrigin: 'https://www.builders.example', adminEmails: ['Boss@mail.example'] }
let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(() => test.database.transaction(({ user }) => user.deleteMany()))
afterAll(() => test.dispose())

const run = async (command: Parameters<typeof runStaffCommand>[0]) => {
  const { database, clock } = test
  return runStaffCommand(command, {
    database,
    config,
    serverKey: await openServerKey(database, clock),
    now: clock.now(),
  })
}
const person = (email: string) =>
  test.database.read.user.findUniqueOrThrow({ where: { email }, include: { tokens: true, sessions: true } })

describe('adding somebody to the staff', () => {
  it('invites an address without an account, by a link for three days', async () => {
    const said = await run({ name: 'add', email: 'new@mail.example', role: 'staff' })
    expect(said).toMatch(/\n {2}https:\/\/www\.builders\.example\/auth\/reset\?token=[\w-]{43}&purpose=invitation\n/)
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

  it('says so where a role was the same before, and how to help somebody who cannot sign in', async () => {
    const { email } = await signedIn(test, { passwordHash: 'some hash', role: 'staff' })
    const said = await run({ name: 'add', email, role: 'staff' })
    expect(said).toBe(
      `${email} has had the role staff before: nothing was changed. If they cannot sign in: npm run staff -- reset ${email}`,
    )
    expect(await run({ name: 'add', email, role: 'admin' })).toBe(
      `${email} has the role admin, from the next click on.`,
    )
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

  it('says so where there was nothing to take', async () => {
    const { email } = await signedIn(test, { role: 'staff' })
    expect(await run({ name: 'revoke', email })).toContain('has no role any more')
    expect(await run({ name: 'revoke', email })).toBe(
      `${email} had no role, was not signed in and had no links: nothing was changed.`,
    )
    const visitor = await signedIn(test, { role: 'user' })
    expect(await run({ name: 'revoke', email: visitor.email })).toBe(
      `${visitor.email} had no role. They were signed out everywhere, and every link for them is void.`,
    )
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

describe('resetting', () => {
  it('prints a link that sets a password, for one hour and once', async () => {
    const { email } = await signedIn(test, { passwordHash: 'some hash' })
    const said = await run({ name: 'reset', email })
    expect(said).toContain('it works once, and for one hour')
    expect(said).toMatch(/\n {2}https:\/\/www\.builders\.example\/auth\/reset\?token=[\w-]{43}\n/)
    const { tokens, sessions, passwordHash } = await person(email)
    expect(tokens.map(({ purpose, expiresAt }) => [purpose, expiresAt.getTime() - test.clock.now().getTime()])).toEqual(
      [['reset', 60 * 60 * 1000]],
    )
    // Nothing else changes before the link is used.
    expect([sessions.length, passwordHash]).toEqual([1, 'some hash'])
  })

  it('of nobody is refused', async () => {
    const reset = run({ name: 'reset', email: 'nobody@mail.example' })
    await expect(reset).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no account of nobody@mail.example.',
    })
  })

  it('lets an account take passwords and mails again that strangers have closed', async () => {
    const email = 'closed@mail.example'
    const newBrowser = browsers(test)
    await confirmedAccount(test, newBrowser(), email)
    const signIn = (password: string) => newBrowser().call('auth.signIn', { email, password })
    const ask = () => newBrowser().call('auth.requestPasswordReset', { email })
    for (let turn = 0; turn <= 100; turn += 1) {
      if (turn > 0 && turn % 50 === 0) test.clock.advance(60 * 60 * 1000)
      await signIn(`guess ${turn}`)
    }
    for (let turn = 0; turn < 12; turn += 1) {
      test.clock.advance(61_000)
      await ask()
    }
    const mails = (await delivered(test)).length
    await ask()
    expect((await signIn(goodPassword)).statusCode).toBe(401)
    expect((await delivered(test)).length).toBe(mails)

    await run({ name: 'reset', email })
    expect((await signIn(goodPassword)).statusCode).toBe(200)
    await ask()
    const token = await mailedToken(test, email)
    expect((await delivered(test)).length).toBe(mails + 1)
    expect((await newBrowser().call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
  })
})
