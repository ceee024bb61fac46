import { expect, it } from 'vitest'
import {
  accountRows,
  browsers,
  confirmedAccount,
  delivered,
  errorOf,
  goodPassword,
  mailedToken,
  otherPassword,
  withoutDate,
} from '#tests/support/server/accounts.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const minute = 60_000
let hashed = 0

const test = sharedApp({
  settings: {
    APP_ORIGIN: 'https://www.builders.example',
    ADMIN_EMAILS: 'Owner@Builders.example, besieged@builders.example',
  },
  hasher: (hasher) => ({
    ...hasher,
    hash: (password, queue) => {
      hashed += 1
      return hasher.hash(password, queue)
    },
  }),
})
const newBrowser = browsers(test)

/** The kinds of emails that were queued for an address at this instant. */
const newestKinds = async (address: string) => {
  const where = { address, createdAt: test.clock.now() }
  return (await test.database.read.outboxMessage.findMany({ where, select: { kind: true } })).map(({ kind }) => kind)
}

it('A1 signing up gets the same response for a new, an unconfirmed and a confirmed address, after the same hash', async () => {
  await confirmedAccount(test, newBrowser(), 'confirmed@mail.example')
  await newBrowser().call('auth.signUp', { email: 'waiting@mail.example', password: otherPassword })
  await delivered(test)
  test.clock.advance(2 * minute)

  const before = await accountRows(test)
  const responses: unknown[] = []
  for (const email of ['fresh@mail.example', 'waiting@mail.example', 'confirmed@mail.example']) {
    const hashedBefore = hashed
    const browser = newBrowser()
    browser.makePendingCookie()
    const response = await browser.call('auth.signUp', { email, password: goodPassword })
    expect(hashed).toBe(hashedBefore + 1)
    expect(response.headers).not.toHaveProperty('set-cookie')
    responses.push(withoutDate(response))
  }
  expect(responses[0]).toMatchObject({ statusCode: 200, body: '{"result":{"data":{"status":"confirmation_sent"}}}' })
  expect(responses[1]).toEqual(responses[0])
  expect(responses[2]).toEqual(responses[0])

  await delivered(test)
  expect(await newestKinds('fresh@mail.example')).toEqual(['account.confirmation'])
  expect(await newestKinds('waiting@mail.example')).toEqual(['account.confirmation'])
  expect(await newestKinds('confirmed@mail.example')).toEqual(['account.exists'])
  const after = await accountRows(test)
  const ofConfirmed = ({ users, sessions }: typeof after) => ({
    user: users.find(({ email }) => email === 'confirmed@mail.example'),
    sessions,
  })
  expect(ofConfirmed(after)).toEqual(ofConfirmed(before))
  expect(after.users).toHaveLength(before.users.length + 1)
})

it('an address in any script is one account, however it is written, and is mailed with its domain in ASCII', async () => {
  const browser = newBrowser()
  browser.makePendingCookie()
  for (const email of ['JÖRG@Müller.example', 'Jo\u0308rg <jörg@müller\u200b.example>;'])
    expect((await browser.call('auth.signUp', { email, password: goodPassword })).statusCode).toBe(200)
  const email = 'jörg@müller.example'
  expect(await test.database.read.user.count({ where: { email: { contains: 'ller.example' } } })).toBe(1)
  const token = await mailedToken(test, 'jörg@xn--mller-kva.example')
  expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
  const signedIn = await newBrowser().call('auth.signIn', {
    email: 'mailto:Jörg@MÜLLER.example',
    password: goodPassword,
  })
  expect(signedIn.json().result.data.user).toMatchObject({ email, role: 'user' })
})

it('signing up creates an unconfirmed account with the role `user` and no session', async () => {
  const browser = newBrowser()
  await browser.call('auth.signUp', { email: 'Mixed.Case@Mail.example', password: goodPassword })
  const user = await test.database.read.user.findUniqueOrThrow({ where: { email: 'mixed.case@mail.example' } })
  expect(user).toMatchObject({ role: 'user', confirmedAt: null, pendingDigest: null })
  expect(await test.database.read.session.count({ where: { userId: user.id } })).toBe(0)
  expect(await browser.whoIsIn()).toBeNull()
})

it.each([
  { role: 'admin' },
  { isAdmin: true },
  { emailConfirmedAt: '2026-01-01' },
  { status: 'confirmed' },
  { id: 'x' },
  { createdAt: '2026-01-01' },
])('C3 refuses a sign-up that sets %o, and stores nothing', async (extra) => {
  const email = 'extra@mail.example'
  const response = await newBrowser().call('auth.signUp', { email, password: goodPassword, ...extra })
  expect(response.statusCode).toBe(400)
  expect(await test.database.read.user.count({ where: { email } })).toBe(0)
})

it('C3 a sign-up that sets __proto__ is refused, and nothing is stored', async () => {
  const text = `{"email":"proto@mail.example","password":"${goodPassword}","__proto__":{"role":"admin"}}`
  expect((await newBrowser().call('auth.signUp', text)).statusCode).toBe(400)
  expect(await test.database.read.user.count({ where: { email: 'proto@mail.example' } })).toBe(0)
  expect(({} as { role?: string }).role).toBeUndefined()
})

it('B10 an IP address has five sign-ups an hour', async () => {
  const browser = newBrowser()
  for (let n = 1; n <= 5; n += 1) {
    const response = await browser.call('auth.signUp', { email: `many-${n}@mail.example`, password: goodPassword })
    expect(response.statusCode).toBe(200)
  }
  const sixth = await browser.call('auth.signUp', { email: 'many-6@mail.example', password: goodPassword })
  expect(errorOf(sixth)).toMatchObject({ status: 429, reason: 'too_many_attempts' })
  expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
})

it('A7 the emailed link alone does not confirm a stranger’s sign-up in the owner’s browser', async () => {
  const email = 'owner@builders.example'
  const [stranger, owner] = [newBrowser(), newBrowser()]
  stranger.makePendingCookie()
  await stranger.call('auth.signUp', { email, password: otherPassword })
  const strangersLink = await mailedToken(test, email)

  // The owner opens the link out of curiosity, and even tries a password.
  expect(errorOf(await owner.call('auth.confirmEmail', { token: strangersLink })).reason).toBe('password_required')
  const guess = await owner.call('auth.confirmEmail', { token: strangersLink, password: goodPassword })
  expect(errorOf(guess)).toMatchObject({ status: 401, reason: 'invalid_credentials' })
  const waiting = await test.database.read.user.findUniqueOrThrow({ where: { email } })
  expect(waiting).toMatchObject({ confirmedAt: null, role: 'user' })
  expect(await stranger.whoIsIn()).toBeNull()

  // The owner signs up: password and link are replaced.
  test.clock.advance(2 * minute)
  owner.makePendingCookie()
  await owner.call('auth.signUp', { email, password: goodPassword })
  const ownersLink = await mailedToken(test, email)
  expect(ownersLink).not.toBe(strangersLink)
  for (const password of [undefined, otherPassword])
    expect(errorOf(await stranger.call('auth.confirmEmail', { token: strangersLink, password })).reason).toBe(
      'otp_expired',
    )
  // The stranger's browser and password do not work with the new link either.
  expect(errorOf(await stranger.call('auth.confirmEmail', { token: ownersLink })).reason).toBe('password_required')
  const strangers = await stranger.call('auth.confirmEmail', { token: ownersLink, password: otherPassword })
  expect(errorOf(strangers).reason).toBe('invalid_credentials')

  const confirmed = await owner.call('auth.confirmEmail', { token: ownersLink })
  expect(confirmed.json().result.data.user).toMatchObject({ email, role: 'admin' })
  expect(await owner.whoIsIn()).toBe(email)
  expect(await stranger.whoIsIn()).toBeNull()
})

it('A7 signing up again within a minute keeps the link, but replaces its password and browser; another browser confirms with that password', async () => {
  const email = 'hurried@mail.example'
  const [first, second] = [newBrowser(), newBrowser()]
  first.makePendingCookie()
  second.makePendingCookie()
  await first.call('auth.signUp', { email, password: goodPassword })
  const token = await mailedToken(test, email)
  await second.call('auth.signUp', { email, password: otherPassword })
  expect(await mailedToken(test, email)).toBe(token)
  expect(errorOf(await first.call('auth.confirmEmail', { token })).reason).toBe('password_required')
  const old = await first.call('auth.confirmEmail', { token, password: goodPassword })
  expect(errorOf(old).reason).toBe('invalid_credentials')
  const third = newBrowser()
  expect((await third.call('auth.confirmEmail', { token, password: otherPassword })).statusCode).toBe(200)
  expect(await third.whoIsIn()).toBe(email)
})

it('the owner gets in by a reset while strangers break each of the owner’s links by signing up', async () => {
  const email = 'besieged@builders.example'
  const strangers = Array.from({ length: 3 }, newBrowser)
  const owner = newBrowser()
  owner.makePendingCookie()
  await owner.call('auth.signUp', { email, password: goodPassword })
  const ownersLink = await mailedToken(test, email)
  // Five an hour from each IP address, until the day's emails are used up.
  for (let turn = 0; turn < 15; turn += 1) {
    const stranger = strangers[turn % strangers.length]
    if (turn < strangers.length) stranger?.makePendingCookie()
    test.clock.advance(minute + 1_000)
    expect((await stranger?.call('auth.signUp', { email, password: otherPassword }))?.statusCode).toBe(200)
  }
  const strangersLink = await mailedToken(test, email)
  expect(errorOf(await owner.call('auth.confirmEmail', { token: ownersLink })).reason).toBe('otp_expired')

  await owner.call('auth.requestPasswordReset', { email })
  const token = await mailedToken(test, email)
  expect(token).not.toBe(strangersLink)
  const ownPassword = 'mortar, sand and patience'
  expect((await owner.call('auth.resetPassword', { token, password: ownPassword })).statusCode).toBe(200)
  for (const stranger of strangers) {
    const link = { token: strangersLink, password: otherPassword }
    expect(errorOf(await stranger.call('auth.confirmEmail', link)).reason).toBe('otp_expired')
    const signIn = await stranger.call('auth.signIn', { email, password: otherPassword })
    expect(errorOf(signIn).reason).toBe('invalid_credentials')
    await stranger.call('auth.signUp', { email, password: otherPassword })
  }
  const signedIn = await owner.call('auth.signIn', { email, password: ownPassword })
  expect(signedIn.json().result.data.user).toMatchObject({ email, role: 'admin' })
})
