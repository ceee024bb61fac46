import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { runStaffCommand } from '#server/cli/staff-command.ts'
import { roles } from '#shared/permissions.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  goodPassword,
  mailedToken,
  otherPassword,
} from '#tests/support/server/accounts.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const config = { appOrigin: 'https://www.builders.example', adminEmails: ['Boss@mail.example'] }

const test = sharedApp()
beforeEach(() => test.database.transaction(({ user }) => user.deleteMany()))

const run = async (command: Parameters<typeof runStaffCommand>[0]) => {
  const { database, clock } = test
  return runStaffCommand(command, {
    database,
    config,
    serverKey: await openServerKey(database, clock),
    now: clock.now(),
  })
}
const account = (email: string) =>
  test.database.read.user.findUniqueOrThrow({ where: { email }, include: { tokens: true, sessions: true } })

it('npm run staff -- add invites an address without an account by a link that is valid for three days', async () => {
  const message = await run({ name: 'add', email: 'new@mail.example', role: 'staff' })
  expect(message).toMatch(/\n {2}https:\/\/www\.builders\.example\/auth\/reset\?token=[\w-]{43}&purpose=invitation\n/)
  const { role, confirmedAt, passwordHash, tokens } = await account('new@mail.example')
  expect({ role, confirmedAt, passwordHash }).toEqual({ role: 'staff', confirmedAt: null, passwordHash: null })
  expect(tokens.map(({ purpose, expiresAt }) => [purpose, expiresAt.getTime() - test.clock.now().getTime()])).toEqual([
    ['invitation', 72 * 60 * 60 * 1000],
  ])
})

it('npm run staff -- add gives an account that can sign in its role from the next request on, without a link', async () => {
  const { email, cookie } = await signedIn(test, { passwordHash: 'some hash' })
  const message = await run({ name: 'add', email, role: 'admin' })
  expect(message).not.toContain('token')
  expect((await account(email)).tokens).toEqual([])
  const response = await test.app.inject({ url: '/api/trpc/auth.session', headers: { cookie } })
  expect(response.json().result.data.user.role).toBe('admin')
})

it('npm run staff -- add says that a role is unchanged, and how to help someone who cannot sign in', async () => {
  const { email } = await signedIn(test, { passwordHash: 'some hash', role: 'staff' })
  const message = await run({ name: 'add', email, role: 'staff' })
  expect(message).toBe(
    `${email} already has the role staff; nothing was changed. If they cannot sign in, run: npm run staff -- reset ${email}`,
  )
  expect(await run({ name: 'add', email, role: 'admin' })).toBe(`${email} now has the role admin.`)
})

it('npm run staff -- add changes the role of an invited account and keeps its first invitation valid', async () => {
  await run({ name: 'add', email: 'twice@mail.example', role: 'staff' })
  await run({ name: 'add', email: 'twice@mail.example', role: 'admin' })
  const { role, tokens } = await account('twice@mail.example')
  expect([role, tokens.length]).toEqual(['admin', 2])
})

it('npm run staff -- revoke removes the role, every session and every link', async () => {
  await signedIn(test, { role: 'admin' })
  const { email, cookie } = await signedIn(test, { role: 'admin' })
  await run({ name: 'add', email, role: 'staff' })
  await run({ name: 'revoke', email })
  expect(await account(email)).toMatchObject({ role: 'user', sessions: [], tokens: [] })
  const response = await test.app.inject({ url: '/api/trpc/auth.session', headers: { cookie } })
  expect(response.json().result.data.user).toBeNull()
})

it('A15 npm run staff -- revoke refuses to take the role of the last administrator, also by adding them as staff', async () => {
  const { email } = await signedIn(test, { role: 'admin', passwordHash: 'some hash' })
  for (const command of [
    { name: 'revoke', email },
    { name: 'add', email, role: 'staff' },
  ] as const)
    await expect(run(command)).rejects.toMatchObject({ code: 'conflict' })
  expect(await account(email)).toMatchObject({ role: 'admin', sessions: [{}] })
})

it('npm run staff -- revoke gives the open estimates to the one whom --to names, with an event and an email, or else unassigns them', async () => {
  const [successor, other] = [await signedIn(test, { role: 'staff' }), await signedIn(test, { role: 'user' })]
  for (const to of [successor.email, undefined]) {
    const leaver = await signedIn(test, { role: 'staff' })
    const [id = ''] = await storeEstimates(test, [{}])
    await test.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { assigneeId: leaver.userId } }),
    )
    const revoke = { name: 'revoke', email: leaver.email } as const
    for (const wrong of [other.email, leaver.email])
      await expect(run({ ...revoke, to: wrong })).rejects.toMatchObject({ code: 'invalid' })
    expect(await account(leaver.email)).toMatchObject({ role: 'staff' })
    expect(await run({ ...revoke, ...(to ? { to } : {}) })).toMatch(
      `1 open request is ${to === undefined ? 'unassigned' : `assigned to ${to}`} now.`,
    )
    const row = await test.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
    expect(row).toMatchObject({ assigneeId: to ? successor.userId : null, version: 2 })
    const events = await test.database.read.estimateEvent.findMany({ where: { estimateId: id } })
    expect(events).toMatchObject([{ kind: 'assigned', actorId: null, details: expect.stringContaining(leaver.email) }])
  }
  const emails = (await delivered(test)).filter(({ kind }) => kind === 'account.took-over')
  expect(emails.map(({ to }) => to)).toEqual([[successor.email]])
})

it('npm run staff -- revoke takes back a change of the address that waits', async () => {
  const { email, userId } = await signedIn(test, { role: 'staff' })
  await test.database.transaction(({ emailChange }) => {
    const [createdAt, expiresAt] = [test.clock.now(), new Date(test.clock.now().getTime() + 1_000)]
    const addresses = { fromEmail: email, toEmail: 'new@mail.example' }
    return emailChange.create({ data: { id: userId, userId, ...addresses, createdAt, expiresAt, messageId: userId } })
  })
  await run({ name: 'revoke', email })
  expect(await test.database.read.emailChange.count({ where: { userId } })).toBe(0)
})

it('npm run staff -- revoke warns where ADMIN_EMAILS still contains the address', async () => {
  await signedIn(test, { role: 'admin' })
  await signedIn(test, { email: 'boss@mail.example', role: 'admin' })
  await signedIn(test, { email: 'other@mail.example', role: 'admin' })
  expect(await run({ name: 'revoke', email: 'boss@mail.example' })).toContain('ADMIN_EMAILS')
  expect(await run({ name: 'revoke', email: 'other@mail.example' })).not.toContain('ADMIN_EMAILS')
})

it('npm run staff -- revoke says that there was nothing to remove', async () => {
  const { email } = await signedIn(test, { role: 'staff' })
  expect(await run({ name: 'revoke', email })).toContain('no longer has a role')
  expect(await run({ name: 'revoke', email })).toBe(`${email} had no role, sessions or links; nothing was changed.`)
  const visitor = await signedIn(test, { role: 'user' })
  expect(await run({ name: 'revoke', email: visitor.email })).toBe(
    `${visitor.email} had no role. All sessions and links of the account have ended.`,
  )
})

it('npm run staff -- list shows the accounts with a role in columns and counts the others', async () => {
  for (const role of roles) await signedIn(test, { email: `a-longer-name-${role}@mail.example`, role })
  await run({ name: 'add', email: 'b@mail.example', role: 'staff', called: 'Ben Ito' })
  expect((await run({ name: 'list' })).split('\n')).toEqual([
    'email                              role    confirmed   last used              name',
    'a-longer-name-admin@mail.example   admin   yes         2026-01-05 20:10 UTC',
    'a-longer-name-staff@mail.example   staff   yes         2026-01-05 20:10 UTC',
    'b@mail.example                     staff   no          not signed in          Ben Ito',
    '',
    '1 account without a role.',
  ])
})

it('npm run staff writes the entries of the audit log that the dashboard writes, without an actor', async () => {
  const email = 'logged@mail.example'
  const steps = [
    { name: 'add', email, role: 'staff' },
    { name: 'add', email, role: 'admin' },
    { name: 'add', email, role: 'admin' },
    { name: 'revoke', email },
    { name: 'revoke', email },
  ] as const
  for (const step of steps) {
    test.clock.advance(1)
    await run(step)
  }
  const where = { subjectEmail: email }
  const entries = await test.database.read.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
  expect(entries.map(({ kind, actorId, details }) => [kind, actorId, details])).toEqual([
    ['person.invited', null, '{"role":"staff"}'],
    ['person.role-changed', null, '{"from":"staff","to":"admin"}'],
    ['person.revoked', null, '{"from":"admin","estimates":0}'],
  ])
})

it('npm run staff -- reset prints a link for one hour that sets a password', async () => {
  const { email } = await signedIn(test, { passwordHash: 'some hash' })
  const message = await run({ name: 'reset', email })
  expect(message).toContain('It works once and expires in one hour')
  expect(message).toMatch(/\n {2}https:\/\/www\.builders\.example\/auth\/reset\?token=[\w-]{43}\n/)
  const { tokens, sessions, passwordHash } = await account(email)
  expect(tokens.map(({ purpose, expiresAt }) => [purpose, expiresAt.getTime() - test.clock.now().getTime()])).toEqual([
    ['reset', 60 * 60 * 1000],
  ])
  // Nothing else changes before the link is used.
  expect([sessions.length, passwordHash]).toEqual([1, 'some hash'])
})

it('npm run staff -- reset invites a person again who has not joined in time, so that the link still gives the role', async () => {
  const email = 'late@mail.example'
  const begun = test.clock.now().getTime()
  onTestFinished(() => test.clock.advance(begun - test.clock.now().getTime()))
  await run({ name: 'add', email, role: 'staff' })
  test.clock.advance(100 * 60 * 60 * 1000)
  const [, token] = /token=([\w-]{43})/.exec(await run({ name: 'reset', email })) ?? []
  const response = await browsers(test)().call('auth.resetPassword', { token, password: goodPassword })
  expect(response.statusCode).toBe(200)
  expect((await account(email)).role).toBe('staff')
})

it('npm run staff -- reset unlocks an account that strangers have locked, and its emails', async () => {
  const email = 'closed@mail.example'
  const begun = test.clock.now().getTime()
  onTestFinished(() => test.clock.advance(begun - test.clock.now().getTime()))
  const newBrowser = browsers(test)
  await confirmedAccount(test, newBrowser(), email)
  const signIn = (password: string) => newBrowser().call('auth.signIn', { email, password })
  const requestReset = () => newBrowser().call('auth.requestPasswordReset', { email })
  for (let turn = 0; turn <= 100; turn += 1) {
    if (turn > 0 && turn % 50 === 0) test.clock.advance(60 * 60 * 1000)
    await signIn(`guess ${turn}`)
  }
  for (let turn = 0; turn < 12; turn += 1) {
    test.clock.advance(61_000)
    await requestReset()
  }
  const mails = (await delivered(test)).length
  await requestReset()
  expect((await signIn(goodPassword)).statusCode).toBe(401)
  expect((await delivered(test)).length).toBe(mails)

  await run({ name: 'reset', email })
  expect((await signIn(goodPassword)).statusCode).toBe(200)
  await requestReset()
  const token = await mailedToken(test, email)
  expect((await delivered(test)).length).toBe(mails + 1)
  expect((await newBrowser().call('auth.resetPassword', { token, password: otherPassword })).statusCode).toBe(200)
})
