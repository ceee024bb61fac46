import { beforeEach, expect, test } from 'vitest'
import { testOnce } from '#tests/support/database/test-database.ts'
import {
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  type TestBrowser,
} from '#tests/support/server/accounts.ts'
import { addApp, enterPassword, toResult } from '#tests/support/server/second-factor.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { TestAuthenticator } from '#tests/support/server/test-authenticator.ts'

const minute = 60_000

const server = sharedApp()
const newBrowser = browsers(server)
beforeEach(() => server.clock.advance(24 * 60 * minute))

type CreationOptions = Parameters<TestAuthenticator['create']>[0] & { user: { name: string } }
type RequestOptions = Parameters<TestAuthenticator['get']>[0] & { allowCredentials: { id: string }[] }
type Added = { recoveryCodes: string[] | null }

const newOptions = (browser: TestBrowser) => toResult<CreationOptions>(browser, 'secondFactor.newPasskeyOptions')
const options = (browser: TestBrowser, afterPassword = false) =>
  toResult<RequestOptions>(browser, 'auth.passkeyOptions', { afterPassword })

async function addPasskey(browser: TestBrowser, authenticator = new TestAuthenticator(), name = 'Phone') {
  const response = authenticator.create(await newOptions(browser))
  return { authenticator, ...(await toResult<Added>(browser, 'secondFactor.addPasskey', { name, response })) }
}

async function accountWithPasskey(browser: TestBrowser, email: string) {
  await confirmedAccount(server, browser, email)
  return await addPasskey(browser)
}

async function signIn(browser: TestBrowser, authenticator: TestAuthenticator, flags = {}, afterPassword = false) {
  const response = authenticator.get(await options(browser, afterPassword), flags)
  return await browser.call('auth.signInByPasskey', { response })
}

const mailsTo = async (email: string) =>
  (await delivered(server)).filter(({ to }) => to.includes(email)).map(({ kind }) => kind)

testOnce('a passkey signs in by itself, also after a restart of its counter-less authenticator', async () => {
  const email = 'passkey@mail.example'
  const { authenticator, recoveryCodes } = await accountWithPasskey(newBrowser(), email)
  expect(recoveryCodes).toHaveLength(10)
  const browser = newBrowser()
  const { allowCredentials = [] } = await options(browser)
  expect(allowCredentials).toEqual([])
  for (let turn = 0; turn < 2; turn += 1) {
    const answer = await signIn(browser, authenticator)
    expect(answer.json().result.data.user.email).toBe(email)
  }
  expect(await browser.whoIsIn()).toBe(email)
  const state = (await browser.query('secondFactor.state')).json().result.data
  expect(state.passkeys).toMatchObject([{ name: 'Phone', lastUsedAt: server.clock.now().toISOString() }])
  expect(await mailsTo(email)).toContain('account.passkey-added')
})

testOnce('a passkey is the second factor after the password, only for its own account', async () => {
  const email = 'both@mail.example'
  const { authenticator } = await accountWithPasskey(newBrowser(), email)
  const { authenticator: stranger } = await accountWithPasskey(newBrowser(), 'stranger@mail.example')
  const browser = newBrowser()
  expect(await enterPassword(browser, email)).toEqual(['passkey', 'recovery-code'])
  const { allowCredentials } = await options(browser, true)
  expect(allowCredentials.map(({ id }) => id)).toEqual([authenticator.id.toString('base64url')])
  expect(errorOf(await signIn(browser, stranger, {}, true)).reason).toBe('passkey_refused')
  expect((await signIn(browser, authenticator, {}, true)).statusCode).toBe(200)
  expect(errorOf(await browser.call('auth.passkeyOptions', { afterPassword: true })).reason).toBe('challenge_expired')
})

testOnce(
  'a passkey is refused without its user being verified, at another address, for another prompt, late and twice',
  async () => {
    const email = 'strict@mail.example'
    const { authenticator } = await accountWithPasskey(newBrowser(), email)
    const browser = newBrowser()
    const refused = async (flags: object) => errorOf(await signIn(browser, authenticator, flags)).reason
    expect(await refused({ userVerified: false })).toBe('passkey_refused')
    expect(await refused({ origin: 'http://localhost:3001' })).toBe('passkey_refused')
    const earlier = authenticator.get(await options(browser))
    await options(browser)
    expect(errorOf(await browser.call('auth.signInByPasskey', { response: earlier })).reason).toBe('passkey_refused')
    const late = authenticator.get(await options(browser))
    server.clock.advance(5 * minute)
    expect(errorOf(await browser.call('auth.signInByPasskey', { response: late })).reason).toBe('challenge_expired')
    const prompt = await options(browser)
    const forged = { ...authenticator.get(prompt), id: new TestAuthenticator().id.toString('base64url') }
    expect(errorOf(await browser.call('auth.signInByPasskey', { response: forged })).reason).toBe('passkey_refused')
    const cookie = browser.cookies.get('site-challenge') ?? ''
    const response = authenticator.get(prompt)
    expect((await browser.call('auth.signInByPasskey', { response })).statusCode).toBe(200)
    browser.cookies.set('site-challenge', cookie)
    expect(errorOf(await browser.call('auth.signInByPasskey', { response })).reason).toBe('challenge_expired')
  },
)

test('A12 a passkey whose counter goes back is refused as a copy, and its owner and the audit log are told', async () => {
  const email = 'cloned@mail.example'
  const owner = newBrowser()
  await confirmedAccount(server, owner, email)
  await server.database.transaction(({ user }) => user.updateMany({ where: { email }, data: { role: 'staff' } }))
  const original = new TestAuthenticator()
  original.counter = 4_294_967_290
  await addPasskey(owner, original, 'Key on my ring')
  expect((await signIn(newBrowser(), original, { counter: 4_294_967_293 })).statusCode).toBe(200)
  const thief = newBrowser()
  for (const counter of [4_294_967_293, 4_294_967_291, 0]) {
    const { reason, message } = errorOf(await signIn(thief, original, { counter }))
    expect([reason, message]).toEqual([
      'passkey_refused',
      'This passkey seems to be a copy, so it was refused. Sign in another way, and remove it.',
    ])
  }
  expect(await thief.whoIsIn()).toBeNull()
  expect((await mailsTo(email)).filter((kind) => kind === 'account.passkey-refused')).toHaveLength(3)
  const { id: subjectId } = await server.database.read.user.findUniqueOrThrow({ where: { email } })
  const entries = await server.database.read.auditEntry.findMany({
    where: { kind: 'second-factor.passkey-refused', subjectId },
  })
  expect(entries).toHaveLength(3)
  expect(entries[0]).toMatchObject({ actorId: null, details: '{"name":"Key on my ring"}' })
  expect((await signIn(newBrowser(), original, { counter: 4_294_967_294 })).statusCode).toBe(200)
})

test('a passkey that is removed no longer signs in, and the last one takes the recovery codes along', async () => {
  const email = 'gone@mail.example'
  const owner = newBrowser()
  const { authenticator } = await accountWithPasskey(owner, email)
  const { authenticator: second, recoveryCodes } = await addPasskey(owner, new TestAuthenticator(), 'Laptop')
  expect(recoveryCodes).toBeNull()
  const state = (await owner.query('secondFactor.state')).json().result.data
  const [{ id: first }, { id: last }] = state.passkeys
  await toResult(owner, 'secondFactor.removePasskey', { id: first })
  expect(errorOf(await owner.call('secondFactor.removePasskey', { id: first })).status).toBe(404)
  expect(errorOf(await signIn(newBrowser(), authenticator)).reason).toBe('passkey_refused')
  expect((await signIn(newBrowser(), second)).statusCode).toBe(200)
  const stranger = newBrowser()
  await confirmedAccount(server, stranger, 'curious@mail.example')
  expect(errorOf(await stranger.call('secondFactor.removePasskey', { id: last })).status).toBe(404)
  await toResult(owner, 'secondFactor.removePasskey', { id: last })
  const answer = await newBrowser().call('auth.signIn', { email, password: goodPassword })
  expect(answer.json().result.data.user.email).toBe(email)
})

testOnce(
  'a passkey is not added twice, without verification, for another browser, or with a changed prompt',
  async () => {
    const email = 'adding@mail.example'
    const owner = newBrowser()
    const { authenticator } = await accountWithPasskey(owner, email)
    const add = (response: unknown, name = 'Phone') => owner.call('secondFactor.addPasskey', { name, response })
    const reasons: unknown[] = []
    reasons.push(errorOf(await add(authenticator.create(await newOptions(owner)))).reason)
    const other = new TestAuthenticator()
    reasons.push(errorOf(await add(other.create(await newOptions(owner), { userVerified: false }))).reason)
    reasons.push(errorOf(await add(other.create({ ...(await newOptions(owner)), challenge: 'AAAA' }))).reason)
    reasons.push(errorOf(await add(other.create({ ...(await newOptions(owner)), rp: { id: 'evil.example' } }))).reason)
    expect(reasons).toEqual(Array.from({ length: 4 }, () => 'passkey_refused'))
    const stranger = newBrowser()
    await confirmedAccount(server, stranger, 'stealing@mail.example')
    const prompt = await newOptions(owner)
    stranger.cookies.set('site-challenge', owner.cookies.get('site-challenge') ?? '')
    const response = other.create(prompt)
    const stolen = errorOf(await stranger.call('secondFactor.addPasskey', { name: 'Mine', response }))
    expect(stolen.reason).toBe('challenge_expired')
    expect(errorOf(await add(response, '  ')).fieldErrors?.name).toEqual(['Please give the passkey a name.'])
    expect((await add(response)).statusCode).toBe(200)
  },
)

test('a passkey proves again who is signed in, and another account’s does not', async () => {
  const owner = newBrowser()
  const { authenticator } = await accountWithPasskey(owner, 'proving@mail.example')
  const { authenticator: stranger } = await accountWithPasskey(newBrowser(), 'impostor@mail.example')
  server.clock.advance(11 * minute)
  const prove = async (by: TestAuthenticator) => {
    const prompt = await toResult<RequestOptions>(owner, 'secondFactor.passkeyProofOptions')
    return await owner.call('secondFactor.proveByPasskey', { response: by.get(prompt) })
  }
  expect(errorOf(await prove(stranger)).reason).toBe('passkey_refused')
  expect(errorOf(await owner.call('secondFactor.makeRecoveryCodes', {})).reason).toBe('proof_required')
  expect((await prove(authenticator)).statusCode).toBe(200)
  await toResult(owner, 'secondFactor.makeRecoveryCodes')
})

test('a passkey and an app that are removed at the same moment leave no account that wants a factor and has none', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    // The calls of one account are limited.
    const [owner, email] = [newBrowser(), `two-kinds-${turn}@mail.example`]
    await confirmedAccount(server, owner, email)
    await addApp(server, owner)
    await addPasskey(owner)
    const { passkeys } = (await owner.query('secondFactor.state')).json().result.data
    const removed = await Promise.all([
      owner.call('secondFactor.removeApp', {}),
      owner.call('secondFactor.removePasskey', { id: passkeys[0].id }),
    ])
    expect(removed.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await server.database.read.user.findUniqueOrThrow({ where: { email } })).toMatchObject({
      secondFactorAt: null,
    })
  }
})
