import { beforeEach, expect, test } from 'vitest'
import { addStaff } from '#server/accounts/people/staff.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  mailedToken,
  otherPassword,
  type TestBrowser,
} from '#tests/support/server/accounts.ts'
import { addApp, enterPassword, toResult } from '#tests/support/server/second-factor.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const server = sharedApp({ settings: { ADMIN_EMAILS: 'boss@mail.example, heir@mail.example' } })
const newBrowser = browsers(server)
// Limits of earlier tests have ended.
beforeEach(() => server.clock.advance(2 * dayMs))

async function account(email: string): Promise<TestBrowser> {
  const browser = newBrowser()
  await confirmedAccount(server, browser, email)
  return browser
}

const ask = (browser: TestBrowser, newEmail: string, currentPassword = goodPassword) =>
  browser.call('account.requestEmailChange', { newEmail, currentPassword })
const confirm = (browser: TestBrowser, token: string) => browser.call('auth.confirmEmailChange', { token })
const undo = (browser: TestBrowser, token: string) => browser.call('auth.undoEmailChange', { token })
const signIn = (browser: TestBrowser, email: string, password = goodPassword) =>
  browser.call('auth.signIn', { email, password })
const canSignIn = async (email: string, password?: string) =>
  (await signIn(newBrowser(), email, password)).statusCode === 200
const kindsTo = async (address: string) =>
  (await delivered(server)).filter(({ to }) => to.includes(address)).map(({ kind }) => kind)
const readUser = (email: string) => server.database.read.user.findUnique({ where: { email } })
const auditOf = async (kind: string, actorEmail: string | null) => {
  const entries = await server.database.read.auditEntry.findMany({ where: { kind, actorEmail } })
  return entries.map(({ subjectEmail, details }) => ({ subjectEmail, details: JSON.parse(details) }))
}

async function asked(browser: TestBrowser, newEmail: string): Promise<string> {
  expect((await ask(browser, newEmail)).json()).toEqual({ result: { data: { status: 'sent' } } })
  return await mailedToken(server, newEmail)
}

/** Changes the address, and answers with the link in the former mailbox. */
async function changed(browser: TestBrowser, from: string, to: string): Promise<string> {
  const token = await asked(browser, to)
  const response = await confirm(browser, token)
  expect(response.statusCode, response.body).toBe(200)
  return await mailedToken(server, from)
}

test('A13 the address changes only when the new mailbox has confirmed it; the former one is told at once', async () => {
  const browser = await account('ann@mail.example')
  const [phone, lateReset] = [newBrowser(), await resetLink('ann@mail.example')]
  await signIn(phone, 'ann@mail.example')
  const token = await asked(browser, 'ANN@new.example'.toLowerCase())
  expect([await browser.whoIsIn(), await kindsTo('ann@new.example')]).toEqual([
    'ann@mail.example',
    ['account.email-change'],
  ])
  const pending = (await browser.query('account.emailChange')).json().result.data
  expect(pending).toEqual({
    newEmail: 'ann@new.example',
    expiresAt: new Date(server.clock.now().getTime() + dayMs).toISOString(),
  })

  const answer = (await confirm(browser, token)).json().result.data
  expect(answer).toMatchObject({ user: { email: 'ann@new.example' }, tokenType: 'bearer' })
  expect([await browser.whoIsIn(), await phone.whoIsIn()]).toEqual(['ann@new.example', 'ann@new.example'])
  expect((await kindsTo('ann@mail.example')).at(-1)).toBe('account.email-changed')
  expect((await browser.query('account.emailChange')).json().result.data).toBeNull()
  expect([await canSignIn('ann@mail.example'), await canSignIn('ann@new.example')]).toEqual([false, true])
  // What was sent to the former mailbox before has ended.
  const reset = await newBrowser().call('auth.resetPassword', { token: lateReset, password: otherPassword })
  expect(errorOf(reset).reason).toBe('otp_expired')
})

test('A13 changing the email address needs the current password, whose guesses are limited, and another address', async () => {
  const browser = await account('bea@mail.example')
  for (let guess = 0; guess < 10; guess++)
    expect(errorOf(await ask(browser, 'bea@new.example', `wrong ${guess}`))).toMatchObject({
      status: 401,
      reason: 'invalid_credentials',
      fieldErrors: { currentPassword: ['That isn’t your current password.'] },
    })
  expect(errorOf(await ask(browser, 'bea@new.example')).reason).toBe('too_many_attempts')
  expect(await kindsTo('bea@new.example')).toEqual([])
  expect((await newBrowser().call('account.requestEmailChange', {})).statusCode).toBe(401)
  expect(errorOf(await ask(browser, 'not an address')).fieldErrors).toHaveProperty('newEmail')
  expect(errorOf(await ask(browser, ' BEA@mail.example ')).fieldErrors).toEqual({
    newEmail: ['This is the address that your account has already.'],
  })
})

test('A13 an address that belongs to another account gets the same answer, and its owner is told', async () => {
  const browser = await account('cleo@mail.example')
  await account('taken@mail.example')
  await addStaff(server.database, { email: 'invited@mail.example', role: 'staff', now: server.clock.now() })
  server.clock.advance(2 * minuteMs)
  const [free, taken, invited] = [
    await ask(browser, 'free@mail.example'),
    await ask(browser, 'taken@mail.example'),
    await ask(browser, 'invited@mail.example'),
  ]
  expect([taken.body, taken.statusCode]).toEqual([free.body, free.statusCode])
  expect([invited.body, invited.statusCode]).toEqual([free.body, free.statusCode])
  expect((await browser.query('account.emailChange')).json().result.data.newEmail).toBe('invited@mail.example')
  expect((await kindsTo('invited@mail.example')).at(-1)).toBe('account.email-taken')
  const [mail] = (await delivered(server)).filter(({ kind }) => kind === 'account.email-taken')
  expect(mail?.text).not.toMatch(/token=|cleo/)
})

test('A13 an address that got an account since is refused, and nothing is half changed', async () => {
  const browser = await account('dora@mail.example')
  const token = await asked(browser, 'dora@new.example')
  server.clock.advance(2 * minuteMs)
  await account('dora@new.example')
  expect(errorOf(await confirm(browser, token))).toMatchObject({ status: 409, reason: 'address_taken' })
  expect(await browser.whoIsIn()).toBe('dora@mail.example')
  expect((await readUser('dora@new.example'))?.confirmedAt).not.toBeNull()
  expect(await kindsTo('dora@mail.example')).not.toContain('account.email-changed')
})

test('a sign-up that nobody confirmed does not block its address', async () => {
  const browser = await account('eve@mail.example')
  await newBrowser().call('auth.signUp', { email: 'eve@new.example', password: otherPassword })
  server.clock.advance(2 * minuteMs)
  await changed(browser, 'eve@mail.example', 'eve@new.example')
  expect([await canSignIn('eve@new.example'), await canSignIn('eve@new.example', otherPassword)]).toEqual([true, false])
})

test('of two accounts that confirm the same address at once, one gets it', async () => {
  const both = [await account('ada1@mail.example'), await account('ada2@mail.example')]
  const tokens: string[] = []
  for (const browser of both) {
    server.clock.advance(2 * minuteMs)
    tokens.push(await asked(browser, 'ada@new.example'))
  }
  const answers = await Promise.all(both.map((browser, index) => confirm(browser, tokens[index] ?? '')))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a sign-up with the address at the same moment breaks neither', async () => {
  const browser = await account('zoe@mail.example')
  const token = await asked(browser, 'zoe@new.example')
  server.clock.advance(2 * minuteMs)
  const [confirmed, signedUp] = await Promise.all([
    confirm(browser, token),
    newBrowser().call('auth.signUp', { email: 'zoe@new.example', password: otherPassword }),
  ])
  expect([confirmed.statusCode, signedUp.statusCode]).toEqual([200, 200])
  expect(await canSignIn('zoe@new.example')).toBe(true)
})

test('changing the email address is limited per account and per recipient like other emails', async () => {
  const browser = await account('fay@mail.example')
  await asked(browser, 'fay1@new.example')
  expect(errorOf(await ask(browser, 'fay1@new.example'))).toMatchObject({ status: 429, reason: 'too_many_attempts' })
  expect(errorOf(await browser.call('account.resendEmailChange', '')).status).toBe(429)
  for (const name of ['fay2', 'fay3', 'fay4', 'fay5'])
    expect((await ask(browser, `${name}@new.example`)).statusCode).toBe(200)
  expect(errorOf(await ask(browser, 'fay6@new.example')).reason).toBe('too_many_attempts')
  const pending = (await browser.query('account.emailChange')).json().result.data
  expect(pending.newEmail).toBe('fay5@new.example')
})

test('changing the email address neither gives the role of ADMIN_EMAILS nor takes it away', async () => {
  const boss = await account('boss@mail.example')
  await changed(boss, 'boss@mail.example', 'chief@mail.example')
  expect((await readUser('chief@mail.example'))?.role).toBe('admin')
  expect((await boss.query('estimates.list', {})).statusCode).toBe(200)

  const visitor = await account('gil@mail.example')
  await changed(visitor, 'gil@mail.example', 'heir@mail.example')
  expect((await readUser('heir@mail.example'))?.role).toBe('user')
  server.clock.advance(2 * minuteMs)
  await newBrowser().call('auth.requestPasswordReset', { email: 'heir@mail.example' })
  const token = await mailedToken(server, 'heir@mail.example')
  await toResult(newBrowser(), 'auth.resetPassword', { token, password: otherPassword })
  expect((await readUser('heir@mail.example'))?.role).toBe('user')

  expect(await auditOf('account.email-changed', 'boss@mail.example')).toEqual([
    { subjectEmail: null, details: { to: 'chief@mail.example' } },
  ])
  expect(await auditOf('account.email-changed', 'gil@mail.example')).toEqual([])
})

test('A13 the link to the new address works only for the account that asked, and tells others nothing about it', async () => {
  const browser = await account('hana@mail.example')
  const token = await asked(browser, 'hana@new.example')
  const other = await account('other@mail.example')
  const refused = errorOf(await confirm(other, token))
  expect(refused).toMatchObject({ status: 403, reason: 'wrong_account' })
  expect(refused.message).not.toContain('hana')
  expect(errorOf(await confirm(newBrowser(), token)).reason).toBe('session_not_found')
  // The link works once the user is signed in on another device.
  const phone = newBrowser()
  await signIn(phone, 'hana@mail.example')
  expect((await confirm(phone, token)).statusCode).toBe(200)
  expect(await browser.whoIsIn()).toBe('hana@new.example')
})

test('A13 the link to the new address works for 24 hours', async () => {
  const browser = await account('ivy@mail.example')
  const token = await asked(browser, 'ivy@new.example')
  server.clock.advance(dayMs)
  const again = newBrowser()
  await signIn(again, 'ivy@mail.example')
  expect(errorOf(await confirm(again, token))).toMatchObject({
    reason: 'otp_expired',
    message:
      'This link worked for 24 hours, which are over. Your address has not changed. Ask for a new link on your account page.',
  })
  expect(await again.whoIsIn()).toBe('ivy@mail.example')
  expect((await again.query('account.emailChange')).json().result.data).toBeNull()
})

test('A13 the link to the new address works once: opened twice it says the same, and after a further change that it was used', async () => {
  const browser = await account('jo@mail.example')
  const token = await asked(browser, 'jo@new.example')
  const both = await Promise.all([confirm(browser, token), confirm(browser, token)])
  for (const answer of both) expect(answer.json().result.data.user.email).toBe('jo@new.example')
  expect((await kindsTo('jo@mail.example')).filter((kind) => kind === 'account.email-changed')).toHaveLength(1)
  await changed(browser, 'jo@new.example', 'jo@third.example')
  expect(errorOf(await confirm(browser, token)).message).toContain('was used before')
  expect(await browser.whoIsIn()).toBe('jo@third.example')
})

test('A13 a changed, replaced or canceled link says what to do, and changes nothing', async () => {
  const browser = await account('kim@mail.example')
  const first = await asked(browser, 'kim1@new.example')
  const second = await asked(browser, 'kim2@new.example')
  const broken = [first, `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`, 'x']
  for (const token of broken)
    expect(errorOf(await confirm(browser, token))).toMatchObject({
      reason: 'otp_expired',
      message: expect.stringContaining('Open the link in the latest email'),
    })
  await toResult(browser, 'account.withdrawEmailChange')
  expect(errorOf(await confirm(browser, second)).reason).toBe('otp_expired')
  expect(errorOf(await browser.call('account.resendEmailChange', '')).status).toBe(409)
  expect(await browser.whoIsIn()).toBe('kim@mail.example')
})

test('A13 the link to the new address is stored as a digest alone, and works, too, when another one was sent', async () => {
  const browser = await account('lea@mail.example')
  const token = await asked(browser, 'lea@new.example')
  expect(token).toHaveLength(43)
  const { emailChange, emailChangeLink } = server.database.read
  const rows = [await emailChange.findMany(), await emailChangeLink.findMany()]
  expect(JSON.stringify(rows)).not.toContain(token)
  server.clock.advance(2 * minuteMs)
  await toResult(browser, 'account.resendEmailChange')
  expect(await mailedToken(server, 'lea@new.example')).not.toBe(token)
  expect((await confirm(browser, token)).statusCode).toBe(200)
})

test('A13 a new password takes back what was asked for before', async () => {
  const browser = await account('mia@mail.example')
  const token = await asked(browser, 'mia@new.example')
  await toResult(browser, 'auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword })
  expect(errorOf(await confirm(browser, token)).reason).toBe('otp_expired')
})

test('A14 the link in the former mailbox restores the address, ends all sessions and the password, and sends a link for a new one', async () => {
  const thief = await account('pam@mail.example')
  const owner = newBrowser()
  await signIn(owner, 'pam@mail.example')
  const token = await changed(thief, 'pam@mail.example', 'thief@evil.example')
  // The thief's new password does not end the owner's link.
  await toResult(thief, 'auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword })
  server.clock.advance(3 * dayMs - hourMs)
  const signedInAgain = newBrowser()
  await signIn(signedInAgain, 'thief@evil.example', otherPassword)

  const phone = newBrowser()
  expect((await undo(phone, token)).json().result.data).toEqual({ status: 'undone', email: 'pam@mail.example' })
  expect(await signedInAgain.whoIsIn()).toBeNull()
  for (const password of [goodPassword, otherPassword])
    expect([await canSignIn('pam@mail.example', password), await canSignIn('thief@evil.example', password)]).toEqual([
      false,
      false,
    ])
  expect((await kindsTo('thief@evil.example')).at(-1)).toBe('account.email-undone')
  expect((await kindsTo('pam@mail.example')).at(-1)).toBe('account.email-restored')
  const reset = await mailedToken(server, 'pam@mail.example')
  await toResult(phone, 'auth.resetPassword', { token: reset, password: 'a third and good one' })
  expect(await canSignIn('pam@mail.example', 'a third and good one')).toBe(true)
  expect((await kindsTo('pam@mail.example')).at(-1)).toBe('account.password-changed')
})

test('A14 the link in the former mailbox removes the ways to sign in that were added since the change, and keeps those from before', async () => {
  const thief = await account('quinn@mail.example')
  const token = await changed(thief, 'quinn@mail.example', 'quinn@evil.example')
  server.clock.advance(minuteMs)
  await addApp(server, thief)
  await toResult(newBrowser(), 'auth.undoEmailChange', { token })
  const restored = await readUser('quinn@mail.example')
  expect(restored?.secondFactorAt).toBeNull()
  expect(await server.database.read.recoveryCode.count({ where: { userId: restored?.id ?? '' } })).toBe(0)

  const careful = await account('rita@mail.example')
  await addApp(server, careful)
  server.clock.advance(minuteMs)
  const link = await changed(careful, 'rita@mail.example', 'rita@evil.example')
  await toResult(newBrowser(), 'auth.undoEmailChange', { token: link })
  await toResult(newBrowser(), 'auth.resetPassword', {
    token: await mailedToken(server, 'rita@mail.example'),
    password: goodPassword,
  })
  expect(await enterPassword(newBrowser(), 'rita@mail.example')).toContain('app')
})

test('A14 the link in the former mailbox works for 72 hours and once, and says so', async () => {
  const browser = await account('sue@mail.example')
  const token = await changed(browser, 'sue@mail.example', 'sue@new.example')
  server.clock.advance(3 * dayMs)
  expect(errorOf(await undo(newBrowser(), token))).toMatchObject({
    reason: 'otp_expired',
    message: expect.stringContaining('This link worked for 72 hours, which are over.'),
  })
  expect(await readUser('sue@new.example')).not.toBeNull()

  const other = await account('tess@mail.example')
  const link = await changed(other, 'tess@mail.example', 'tess@new.example')
  const both = await Promise.all([undo(newBrowser(), link), undo(newBrowser(), link)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(errorOf(await undo(newBrowser(), link)).message).toContain('The change was undone already.')
  expect(errorOf(await undo(newBrowser(), `${link.slice(0, -2)}__`)).message).toContain('Copy the whole link')
})

test('A14 the link in the former mailbox of the first of two changes restores the first address, and ends the links of the second', async () => {
  const thief = await account('uma@mail.example')
  const first = await changed(thief, 'uma@mail.example', 'uma1@evil.example')
  server.clock.advance(minuteMs)
  const second = await changed(thief, 'uma1@evil.example', 'uma2@evil.example')
  const pending = await asked(thief, 'uma3@evil.example')
  await toResult(newBrowser(), 'auth.undoEmailChange', { token: first })
  expect((await readUser('uma@mail.example'))?.confirmedAt).not.toBeNull()
  expect(errorOf(await undo(newBrowser(), second)).reason).toBe('otp_expired')
  expect(errorOf(await confirm(thief, pending)).reason).toBe('session_not_found')
})

test('A14 a sign-up with the former address does not block it; an account that was confirmed there does', async () => {
  const browser = await account('vera@mail.example')
  const token = await changed(browser, 'vera@mail.example', 'vera@new.example')
  await newBrowser().call('auth.signUp', { email: 'vera@mail.example', password: otherPassword })
  expect((await undo(newBrowser(), token)).statusCode).toBe(200)

  const other = await account('wera@mail.example')
  const link = await changed(other, 'wera@mail.example', 'wera@new.example')
  server.clock.advance(2 * minuteMs)
  await account('wera@mail.example')
  expect(errorOf(await undo(newBrowser(), link))).toMatchObject({ status: 409, reason: 'address_taken' })
  expect(await other.whoIsIn()).toBe('wera@new.example')
})

test('the link in the former mailbox tells the audit log of new passwords and addresses of the staff, and of one that was undone', async () => {
  const browser = await account('xena@mail.example')
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { email: 'xena@mail.example' }, data: { role: 'staff' } }),
  )
  await toResult(browser, 'auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword })
  await toResult(browser, 'auth.changePassword', { currentPassword: otherPassword, newPassword: goodPassword })
  expect(await auditOf('account.password-changed', 'xena@mail.example')).toHaveLength(2)
  const token = await changed(browser, 'xena@mail.example', 'xena@new.example')
  await toResult(newBrowser(), 'auth.undoEmailChange', { token })
  expect(await auditOf('account.email-restored', null)).toContainEqual({
    subjectEmail: 'xena@mail.example',
    details: {},
  })
})

async function resetLink(email: string): Promise<string> {
  server.clock.advance(2 * minuteMs)
  await newBrowser().call('auth.requestPasswordReset', { email })
  return await mailedToken(server, email)
}
