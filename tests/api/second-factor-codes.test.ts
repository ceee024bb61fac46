import { beforeEach, describe, expect, test } from 'vitest'
import { counterKey } from '#server/accounts/limits/rate-limit-counters.ts'
import { codeGuesses } from '#server/accounts/second-factor/verify-second-factor.ts'
import { openSecret } from '#server/accounts/secrets/secret-box.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { roles } from '#shared/permissions.ts'
import { testSecretsKey } from '#tests/support/database/server-key.ts'
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
import { accountWithApp, addApp, enterPassword, getCode, toResult } from '#tests/support/server/second-factor.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

const minute = 60_000

const server = sharedApp()
const newBrowser = browsers(server)
beforeEach(() => server.clock.advance(24 * 60 * minute))

const verify = (browser: TestBrowser, code: string) => browser.call('auth.verifySecondFactor', { code })
const mailsTo = async (email: string) =>
  (await delivered(server)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)

test('A12 the right password starts no session, and a code of the app does', async () => {
  const email = 'app@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  const browser = newBrowser()
  expect(await enterPassword(browser, email)).toEqual(['app', 'recovery-code'])
  expect([...browser.cookies.keys()]).toEqual(['site-challenge'])
  expect(await browser.whoIsIn()).toBeNull()
  const code = getCode(server, secret)
  const answer = await verify(browser, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(answer.json().result.data.user.email).toBe(email)
  expect([...browser.cookies.keys()].toSorted()).toEqual(['site-access', 'site-device', 'site-refresh'])
  expect(await browser.whoIsIn()).toBe(email)
})

test('A12 a code works once, also for the account of somebody who saw it', async () => {
  const email = 'replay@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  const code = getCode(server, secret)
  const [first, second] = [newBrowser(), newBrowser()]
  await enterPassword(first, email)
  await enterPassword(second, email)
  expect((await verify(first, code)).statusCode).toBe(200)
  expect(errorOf(await verify(second, code)).reason).toBe('invalid_code')
  expect(errorOf(await verify(second, getCode(server, secret, -1))).reason).toBe('invalid_code')
  expect((await verify(second, getCode(server, secret, 1))).statusCode).toBe(200)
})

test('of two requests with one code at the same moment, one starts a session', async () => {
  const email = 'race@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  const both = [newBrowser(), newBrowser()]
  for (const browser of both) await enterPassword(browser, email)
  const answers = await Promise.all(both.map((browser) => verify(browser, getCode(server, secret))))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
})

test('a wrong code says what to do, and changes nothing', async () => {
  const email = 'wrong@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role: 'staff' } }))
  const browser = newBrowser()
  await enterPassword(browser, email)
  const wrong = {
    '000000': 'That code isn’t right, or was used before. Wait for the next code in your app, and try again.',
    '00 000': 'That code isn’t right, or was used before. Wait for the next code in your app, and try again.',
    'AAAA-BBBB-CCCC-DDDD': 'That recovery code isn’t right, or was used before. Each works once: try another one.',
    ['x'.repeat(64)]: 'That recovery code isn’t right, or was used before. Each works once: try another one.',
    '🔑': 'That recovery code isn’t right, or was used before. Each works once: try another one.',
  }
  for (const [code, message] of Object.entries(wrong)) {
    const { reason, fieldErrors } = errorOf(await verify(browser, code))
    expect(reason).toBe('invalid_code')
    expect(fieldErrors?.code).toEqual([message])
  }
  expect(errorOf(await verify(browser, '')).fieldErrors?.code).toEqual(['Please enter the code.'])
  const failed = { kind: 'sign-in.failed', subjectEmail: email }
  const logged = () => server.database.read.auditEntry.findMany({ where: failed })
  await expect.poll(async () => (await logged()).length).toBe(1)
  const [entry, ...others] = await logged()
  expect(JSON.parse(entry?.details ?? '')).toMatchObject({ by: 'app', inARow: 1, device: 'Unknown device' })
  expect(others).toEqual([])
  expect((await verify(browser, getCode(server, secret))).statusCode).toBe(200)
})

test('the step after the password takes five minutes, works once and only in its browser', async () => {
  const email = 'late@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  const browser = newBrowser()
  expect(errorOf(await verify(browser, getCode(server, secret))).reason).toBe('challenge_expired')
  await enterPassword(browser, email)
  const stolen = browser.cookies.get('site-challenge') ?? ''
  server.clock.advance(5 * minute)
  expect(errorOf(await verify(browser, getCode(server, secret))).reason).toBe('challenge_expired')
  await enterPassword(browser, email)
  const cookie = browser.cookies.get('site-challenge') ?? ''
  expect(cookie).not.toBe(stolen)
  expect((await verify(browser, getCode(server, secret))).statusCode).toBe(200)
  const other = newBrowser()
  other.cookies.set('site-challenge', cookie)
  expect(errorOf(await verify(other, getCode(server, secret, 1))).reason).toBe('challenge_expired')
})

test('a new password ends the step of somebody who knew the old one', async () => {
  const email = 'changed@mail.example'
  const owner = newBrowser()
  const { secret } = await accountWithApp(server, owner, email)
  const browser = newBrowser()
  await enterPassword(browser, email)
  await toResult(owner, 'auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword })
  expect(errorOf(await verify(browser, getCode(server, secret))).reason).toBe('challenge_expired')
})

test('A12 a reset of the password does not skip the second factor', async () => {
  const email = 'reset@mail.example'
  const { secret } = await accountWithApp(server, newBrowser(), email)
  const browser = newBrowser()
  await browser.call('auth.requestPasswordReset', { email })
  const token = await mailedToken(server, email)
  await toResult(browser, 'auth.resetPassword', { token, password: otherPassword })
  expect(await browser.whoIsIn()).toBeNull()
  const answer = await browser.call('auth.signIn', { email, password: otherPassword })
  expect(answer.json().result.data.status).toBe('second_factor_required')
  expect((await verify(browser, getCode(server, secret))).statusCode).toBe(200)
})

test('a link that confirms an address does not skip the second factor', async () => {
  const email = 'unconfirmed@mail.example'
  const browser = newBrowser()
  await confirmedAccount(server, newBrowser(), email)
  const since = server.clock.now()
  // No way of the site leads here.
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { email }, data: { confirmedAt: null, secondFactorAt: since } }),
  )
  server.clock.advance(2 * minute)
  browser.makePendingCookie()
  await toResult(browser, 'auth.signUp', { email, password: goodPassword })
  const token = await mailedToken(server, email)
  const answer = await toResult(browser, 'auth.confirmEmail', { token })
  expect(answer).toEqual({ status: 'second_factor_required', methods: [] })
  expect(await browser.whoIsIn()).toBeNull()
})

test('without the key no code is accepted and none is counted, but a recovery code works', async () => {
  const email = 'keyless@mail.example'
  const { secret, recoveryCodes } = await accountWithApp(server, newBrowser(), email)
  await server.database.transaction(async ({ totpSecret }) => {
    const sealed = (await totpSecret.findFirst({ where: { user: { email } }, select: { secret: true } }))?.secret ?? ''
    const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
    await totpSecret.updateMany({ where: { user: { email } }, data: { secret: changed } })
  })
  const browser = newBrowser()
  await enterPassword(browser, email)
  for (let turn = 0; turn < 12; turn += 1) {
    const { status, message } = errorOf(await verify(browser, getCode(server, secret)))
    expect([status, message]).toEqual([
      503,
      'Codes from apps cannot be checked at the moment. Use a recovery code or a passkey, and tell the person who runs this site.',
    ])
  }
  expect((await verify(browser, recoveryCodes[0] ?? '')).statusCode).toBe(200)
})

test('everybody with an account can have an app with ten recovery codes, which no later response shows again', async () => {
  for (const role of roles) {
    const email = `every-${role}@mail.example`
    const owner = newBrowser()
    await confirmedAccount(server, owner, email)
    await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role } }))
    const { secret, recoveryCodes } = await addApp(server, owner)
    expect(recoveryCodes).toHaveLength(10)
    const browser = newBrowser()
    await enterPassword(browser, email)
    const answers = [
      await verify(browser, getCode(server, secret)),
      await browser.session(),
      await browser.query('secondFactor.state'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    for (const { body } of answers) for (const plain of [secret, ...recoveryCodes]) expect(body).not.toContain(plain)
  }
})

describe('recovery codes', () => {
  test('each of ten works once, however it is typed, and the owner hears of it', async () => {
    const email = 'recovery@mail.example'
    const { recoveryCodes } = await accountWithApp(server, newBrowser(), email)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const browser = newBrowser()
    await enterPassword(browser, email)
    expect((await verify(browser, ` ${first.toLowerCase().replaceAll('-', ' ')}`)).statusCode).toBe(200)
    expect((await toResult<{ status: string }>(browser, 'auth.signOut')).status).toBe('signed_out')
    await enterPassword(browser, email)
    expect(errorOf(await verify(browser, first))).toMatchObject({
      reason: 'invalid_code',
      message: 'That recovery code isn’t right, or was used before. Each works once: try another one.',
    })
    expect((await verify(browser, second)).statusCode).toBe(200)
    const state = (await browser.query('secondFactor.state')).json().result.data
    expect(state.recoveryCodesLeft).toBe(8)
    expect((await mailsTo(email)).filter((kind) => kind === 'account.recovery-code-used')).toHaveLength(2)
  })

  test('a new set replaces all, and another account cannot use them', async () => {
    const email = 'replaced@mail.example'
    const owner = newBrowser()
    const { recoveryCodes: former } = await accountWithApp(server, owner, email)
    await accountWithApp(server, newBrowser(), 'neighbor@mail.example')
    const { recoveryCodes } = await toResult<{ recoveryCodes: string[] }>(owner, 'secondFactor.makeRecoveryCodes')
    const [browser, neighbor] = [newBrowser(), newBrowser()]
    await enterPassword(browser, email)
    await enterPassword(neighbor, 'neighbor@mail.example')
    expect((await verify(browser, former[3] ?? '')).statusCode).toBe(401)
    expect((await verify(neighbor, recoveryCodes[0] ?? '')).statusCode).toBe(401)
    expect((await verify(browser, recoveryCodes[0] ?? '')).statusCode).toBe(200)
  })

  test('the database has neither codes nor the secret of the app', async () => {
    const email = 'stored@mail.example'
    const { secret, recoveryCodes } = await accountWithApp(server, newBrowser(), email)
    const { read } = server.database
    const { id: userId } = await read.user.findUniqueOrThrow({ where: { email } })
    const stored = await read.totpSecret.findUniqueOrThrow({ where: { userId } })
    const rows = JSON.stringify([stored, await read.recoveryCode.findMany({ where: { userId } })])
    for (const plain of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(rows).not.toContain(plain)
    const place = { table: 'totp_secrets', column: 'secret', userId }
    expect(openSecret(testSecretsKey, place, stored.secret ?? '')).toBe(secret)
    expect(server.log()).not.toContain(secret)
  })
})

test('A12 guessing codes is limited like guessing passwords, and the right password in between does not help', async () => {
  const email = 'guessed@mail.example'
  await accountWithApp(server, newBrowser(), email)
  const browser = newBrowser()
  for (let turn = 0; turn < 10; turn += 1) {
    await enterPassword(browser, email)
    expect(errorOf(await verify(browser, `00000${turn}`)).reason).toBe('invalid_code')
  }
  const refused = errorOf(await verify(browser, '000010'))
  expect([refused.status, refused.reason]).toEqual([429, 'too_many_attempts'])
  expect(errorOf(await browser.call('auth.signIn', { email, password: goodPassword })).status).toBe(429)
})

test('guessing codes locks the app after 100 wrong codes even in a known browser, tells the owner, and a recovery code unlocks it', async () => {
  const email = 'locked@mail.example'
  const owner = newBrowser()
  const { secret, recoveryCodes } = await accountWithApp(server, owner, email)
  const { id } = await server.database.read.user.findUniqueOrThrow({ where: { email }, select: { id: true } })
  const key = counterKey(await openServerKey(server.database, server.clock), codeGuesses(id))
  // This counter says that there were 99 wrong codes.
  const counter = { key, hits: 99, blocks: 0, windowEndsAt: new Date('9999-12-31T00:00:00.000Z') }
  await server.database.transaction((_tables, statements) => statements.writeAttempts([counter]))
  await enterPassword(owner, email)
  for (let turn = 0; turn < 2; turn += 1) expect(errorOf(await verify(owner, '000000')).reason).toBe('invalid_code')
  server.clock.advance(15 * minute)
  await enterPassword(owner, email)
  const locked = await verify(owner, getCode(server, secret))
  const wrong = await verify(owner, '000000')
  expect([locked.statusCode, locked.body]).toEqual([wrong.statusCode, wrong.body])
  expect(await mailsTo(email)).toContain('account.second-factor-locked')
  expect((await verify(owner, recoveryCodes[0] ?? '')).statusCode).toBe(200)
  server.clock.advance(minute)
  await enterPassword(owner, email)
  expect((await verify(owner, getCode(server, secret))).statusCode).toBe(200)
})

test('setting an app up takes a proof of identity from the last ten minutes', async () => {
  const email = 'proof@mail.example'
  const browser = newBrowser()
  await confirmedAccount(server, browser, email)
  server.clock.advance(10 * minute + 1)
  for (const procedure of ['beginApp', 'removeApp', 'makeRecoveryCodes', 'newPasskeyOptions'])
    expect(errorOf(await browser.call(`secondFactor.${procedure}`, {})).reason, procedure).toBe('proof_required')
  const wrong = errorOf(await browser.call('secondFactor.prove', { password: 'not it at all' }))
  expect([wrong.reason, wrong.fieldErrors]).toEqual([
    'invalid_credentials',
    { password: ['That isn’t your password.'] },
  ])
  await toResult(browser, 'secondFactor.prove', { password: goodPassword })
  await addApp(server, browser)
})

test('setting an app up left half done changes nothing, and goes on with the same secret after a reload', async () => {
  const email = 'half@mail.example'
  const browser = newBrowser()
  await confirmedAccount(server, browser, email)
  const first = await toResult<{ secret: string }>(browser, 'secondFactor.beginApp')
  expect(await toResult(browser, 'secondFactor.beginApp')).toEqual(first)
  const other = newBrowser()
  const answer = await other.call('auth.signIn', { email, password: goodPassword })
  expect(answer.json().result.data.user.email).toBe(email)
  server.clock.advance(59 * minute)
  await toResult(browser, 'auth.refresh')
  server.clock.advance(2 * minute)
  await toResult(browser, 'secondFactor.prove', { password: goodPassword })
  const expired = errorOf(await browser.call('secondFactor.confirmApp', { code: getCode(server, first.secret) }))
  expect(expired.message).toBe('This took too long. Please start again with a new QR code.')
  const second = await toResult<{ secret: string }>(browser, 'secondFactor.beginApp')
  expect(second.secret).not.toBe(first.secret)
})

test('setting an app up ends other sessions and tells the owner; another app replaces the first one only when it is confirmed', async () => {
  const email = 'phones@mail.example'
  const owner = newBrowser()
  await confirmedAccount(server, owner, email)
  const other = newBrowser()
  await toResult(other, 'auth.signIn', { email, password: goodPassword })
  const { secret: former } = await addApp(server, owner)
  expect([await owner.whoIsIn(), await other.whoIsIn()]).toEqual([email, null])

  const { secret } = await toResult<{ secret: string }>(owner, 'secondFactor.beginApp')
  await enterPassword(other, email)
  expect((await verify(other, getCode(server, former))).statusCode).toBe(200)
  const wrong = errorOf(await owner.call('secondFactor.confirmApp', { code: getCode(server, former) }))
  expect(wrong.message).toMatch(/^That code isn’t right\. Scan the QR code on this page/)
  const added = await toResult(owner, 'secondFactor.confirmApp', { code: getCode(server, secret) })
  expect(added).toEqual({ recoveryCodes: null })
  server.clock.advance(minute)
  await enterPassword(other, email)
  expect((await verify(other, getCode(server, former))).statusCode).toBe(401)
  expect((await verify(other, getCode(server, secret))).statusCode).toBe(200)
  expect((await mailsTo(email)).slice(-2)).toEqual(['account.app-added', 'account.app-replaced'])
})

test('setting an app up and taking it away leaves the password alone, without recovery codes', async () => {
  const email = 'removed@mail.example'
  const owner = newBrowser()
  await accountWithApp(server, owner, email)
  await toResult(owner, 'secondFactor.removeApp')
  const again = errorOf(await owner.call('secondFactor.removeApp', {}))
  expect(again.status).toBe(404)
  const answer = await newBrowser().call('auth.signIn', { email, password: goodPassword })
  expect(answer.json().result.data.user.email).toBe(email)
  const { id: userId } = await server.database.read.user.findUniqueOrThrow({ where: { email } })
  expect(await server.database.read.recoveryCode.count({ where: { userId } })).toBe(0)
  expect(await mailsTo(email)).toContain('account.app-removed')
})

test('without a key, nobody can add an app, and the account page says what is missing', async () => {
  const keyless = await createTestApp({ secretsKey: null })
  const browser = browsers(keyless)()
  await confirmedAccount(keyless, browser, 'ada@mail.example')
  expect((await browser.call('secondFactor.beginApp', {})).statusCode).toBe(503)
  const state = (await browser.query('secondFactor.state')).json().result.data
  expect(state).toMatchObject({ app: null, appProblem: expect.stringContaining('SECRETS_KEY') })
  await keyless.dispose()
})
