import { beforeEach, expect, test } from 'vitest'
import { runStaffCommand } from '#server/cli/staff-command.ts'
import { parseConfig } from '#server/config.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  type TestBrowser,
} from '#tests/support/server/accounts.ts'
import { accountWithApp, addApp, enterPassword, getCode, toResult } from '#tests/support/server/second-factor.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const minute = 60_000

const server = sharedApp()
const newBrowser = browsers(server)
beforeEach(() => server.clock.advance(24 * 60 * minute))

async function withRole(email: string, role: 'staff' | 'admin'): Promise<TestBrowser> {
  const browser = newBrowser()
  await confirmedAccount(server, browser, email)
  await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role } }))
  return browser
}

const idOf = async (email: string) =>
  (await server.database.read.user.findUniqueOrThrow({ where: { email }, select: { id: true } })).id
const setDuty = async (admin: TestBrowser, duty: string) => {
  // Entries are ordered by the millisecond.
  server.clock.advance(1)
  await toResult(admin, 'secondFactor.setDuty', { duty })
}
const reasonOfList = async (browser: TestBrowser) => {
  const response = await browser.query('estimates.list', {})
  return response.statusCode === 200 ? undefined : errorOf(response).reason
}
const auditOf = async (kind: string) => {
  const entries = await server.database.read.auditEntry.findMany({ where: { kind }, orderBy: { id: 'asc' } })
  return entries.map(({ actorEmail, subjectEmail, details }) => [actorEmail, subjectEmail, details])
}

test('a second factor that an administrator requires closes the dashboard at once for sessions without one, until it is set up', async () => {
  const admin = await withRole('boss@mail.example', 'admin')
  const staff = await withRole('worker@mail.example', 'staff')
  const visitor = newBrowser()
  await confirmedAccount(server, visitor, 'visitor@mail.example')
  expect(await reasonOfList(staff)).toBeUndefined()
  await addApp(server, admin)
  await setDuty(admin, 'everybody')

  expect([await reasonOfList(admin), await reasonOfList(staff)]).toEqual([undefined, 'second_factor_missing'])
  const session = (await staff.session()).json().result.data
  expect(session.user.lacksSecondFactor).toBe(true)
  expect((await visitor.session()).json().result.data.user).not.toHaveProperty('lacksSecondFactor')
  const again = newBrowser()
  const answer = await again.call('auth.signIn', { email: 'worker@mail.example', password: goodPassword })
  expect(answer.json().result.data.user.lacksSecondFactor).toBe(true)
  expect(await reasonOfList(again)).toBe('second_factor_missing')

  await addApp(server, again)
  expect(await reasonOfList(again)).toBeUndefined()
  expect((await again.session()).json().result.data.user).not.toHaveProperty('lacksSecondFactor')
  const last = errorOf(await again.call('secondFactor.removeApp', {}))
  expect([last.status, last.message]).toEqual([
    409,
    'Your role needs a second factor. Add another one before you remove this one.',
  ])
  expect((await again.query('secondFactor.state')).json().result.data).toMatchObject({
    app: { since: expect.any(String) },
    isRequired: true,
    recoveryCodesLeft: 10,
  })

  await setDuty(admin, 'administrators')
  await toResult(again, 'secondFactor.removeApp')
  expect(await reasonOfList(again)).toBeUndefined()
  await setDuty(admin, 'nobody')
  expect(await auditOf('second-factor.requirement-changed')).toEqual(
    ['everybody', 'administrators', 'nobody'].map((of) => ['boss@mail.example', null, JSON.stringify({ of })]),
  )
})

test('a second factor that an administrator requires is changed only by administrators who have proved who they are', async () => {
  const staff = await withRole('curious@mail.example', 'staff')
  expect(errorOf(await staff.call('secondFactor.setDuty', { duty: 'nobody' })).reason).toBe('insufficient_role')
  const admin = await withRole('absent@mail.example', 'admin')
  server.clock.advance(11 * minute)
  expect(errorOf(await admin.call('secondFactor.setDuty', { duty: 'nobody' })).reason).toBe('proof_required')
  expect(errorOf(await admin.call('secondFactor.reset', { userId: await idOf('curious@mail.example') })).reason).toBe(
    'proof_required',
  )
})

test('somebody who has lost everything is let in again by an administrator, who cannot do so for himself', async () => {
  const admin = await withRole('helper@mail.example', 'admin')
  const email = 'lost@mail.example'
  const owner = newBrowser()
  await accountWithApp(server, owner, email)
  await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role: 'staff' } }))
  const { people } = (await admin.query('people.list')).json().result.data
  const listed = people.find((person: { email: string }) => person.email === email)
  expect(listed).toMatchObject({ role: 'staff', secondFactorSince: expect.any(String) })
  await toResult(admin, 'secondFactor.reset', { userId: listed.id })
  expect(errorOf(await admin.call('secondFactor.reset', { userId: listed.id })).message).toBe(
    'This person has no second factor.',
  )
  const own = errorOf(await admin.call('secondFactor.reset', { userId: await idOf('helper@mail.example') }))
  expect(own.status).toBe(409)
  expect(await owner.whoIsIn()).toBeNull()
  const answer = await newBrowser().call('auth.signIn', { email, password: goodPassword })
  expect(answer.json().result.data.user.email).toBe(email)
  const mails = (await delivered(server)).filter(({ to }) => to.includes(email))
  expect(mails.map(({ kind }) => kind)).toContain('account.second-factor-reset')
  expect(await auditOf('second-factor.reset')).toEqual([['helper@mail.example', email, '{}']])
})

test('somebody who has lost everything is let in again by npm run staff -- reset-second-factor, which the audit log tells of', async () => {
  const email = 'shell@mail.example'
  await accountWithApp(server, newBrowser(), email)
  await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role: 'admin' } }))
  const { database, clock } = server
  const deps = { database, config: parseConfig({}, '/'), serverKey: testServerKey, now: clock.now() }
  const run = (address: string) => runStaffCommand({ name: 'reset-second-factor', email: address }, deps)
  expect(await run(email)).toContain('has no second factor any more and was signed out everywhere')
  expect(await run(email)).toContain('has no second factor.')
  await expect(run('nobody@mail.example')).rejects.toThrow('There is no account for nobody@mail.example.')
  const answer = await newBrowser().call('auth.signIn', { email, password: goodPassword })
  expect(answer.json().result.data.user.email).toBe(email)
  expect((await auditOf('second-factor.reset')).at(-1)).toEqual([null, email, '{}'])
})

test('the audit log has sign-ins and second factors of people with a role, and nothing of visitors', async () => {
  const email = 'logged@mail.example'
  const owner = await withRole(email, 'staff')
  const { secret } = await addApp(server, owner)
  await enterPassword(owner, email)
  await toResult(owner, 'auth.verifySecondFactor', { code: getCode(server, secret) })
  await accountWithApp(server, newBrowser(), 'unlogged@mail.example')
  const entries = await server.database.read.auditEntry.findMany({
    where: { actorEmail: { in: [email, 'unlogged@mail.example'] } },
    orderBy: { id: 'asc' },
  })
  expect(entries.map(({ kind, actorEmail, details }) => [kind, actorEmail, details])).toEqual([
    ['second-factor.app-added', email, '{}'],
    ['sign-in.succeeded', email, '{"by":"app"}'],
  ])
})
