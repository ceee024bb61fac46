import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testOnce } from '#tests/support/database/test-database.ts'
import {
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

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const appOrigin = 'https://www.builders.example'
const expired = { status: 400, message: 'Email link is invalid or has expired', reason: 'otp_expired' }

const used = { status: 400, message: 'This link was already used. It worked.', reason: 'link_used' }

const test = sharedApp({ settings: { APP_ORIGIN: appOrigin, ADMIN_EMAILS: 'boss@builders.example' } })
const newBrowser = browsers(test)

/** @returns the browser that signed up, and the link's secret */
async function signedUp(email: string) {
  const browser = newBrowser()
  browser.makePendingCookie()
  await browser.call('auth.signUp', { email, password: goodPassword })
  return { browser, token: await mailedToken(test, email) }
}

describe.each(['auth.resendConfirmation', 'auth.requestPasswordReset'])('%s', (procedure) => {
  it('A3 gives every address the same response, also within a minute, and emails only the right accounts', async () => {
    const name = procedure.slice('auth.'.length).toLowerCase()
    await confirmedAccount(test, newBrowser(), `known-${name}@mail.example`)
    await signedUp(`waiting-${name}@mail.example`)
    test.clock.advance(2 * minute)
    const [known, waiting] = [`known-${name}@mail.example`, `waiting-${name}@mail.example`]
    const responses: unknown[] = []
    const before = (await delivered(test)).length
    for (const email of [known, waiting, `unknown-${name}@mail.example`, `${name}@nobody.invalid`])
      for (const _call of [1, 2]) responses.push(withoutDate(await newBrowser().call(procedure, { email })))
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(responses[0]).toMatchObject({ statusCode: 200, body: '{"result":{"data":{"status":"sent"}}}' })
    expect(responses[0]).not.toHaveProperty('headers.set-cookie')

    const mailed = (await delivered(test)).slice(before).map(({ to: [address] }) => address)
    expect(mailed.sort()).toEqual(procedure === 'auth.resendConfirmation' ? [waiting] : [known, waiting])
    const left = await test.database.read.outboxMessage.count({ where: { address: { contains: 'nobody.invalid' } } })
    expect(left).toBe(0)
  })

  testOnce(
    'B10 emails an address at most once a minute and ten times a day, without a hint in the response',
    async () => {
      const email = `often-${procedure.length}@mail.example`
      await signedUp(email)
      const mails = async () => (await delivered(test)).filter(({ to }) => to.includes(email)).length
      for (let call = 0; call < 15; call += 1) {
        test.clock.advance(minute + second)
        expect((await newBrowser().call(procedure, { email })).statusCode).toBe(200)
      }
      // One reset email an hour is counted separately.
      const daily = procedure === 'auth.requestPasswordReset' ? 11 : 10
      expect(await mails()).toBe(daily)
      test.clock.advance(24 * hour)
      await newBrowser().call(procedure, { email })
      expect(await mails()).toBe(daily + 1)
    },
  )

  testOnce('B10 accepts twenty requests for emails an hour from an IP address', async () => {
    const browser = newBrowser()
    for (let n = 0; n < 20; n += 1)
      expect((await browser.call(procedure, { email: `n${n}@mail.example` })).statusCode).toBe(200)
    expect(errorOf(await browser.call(procedure, { email: 'n20@mail.example' }))).toMatchObject({
      status: 429,
      reason: 'too_many_attempts',
    })
  })
})

it('A7 a link has 256 bits, is stored as a SHA-256 only, and appears in no log', async () => {
  const { token } = await signedUp('digest@mail.example')
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const digest = createHash('sha256').update(token).digest('base64url')
  expect(await test.database.read.emailToken.count({ where: { digest } })).toBe(1)
  expect(JSON.stringify(await test.database.read.emailToken.findMany())).not.toContain(token)
  expect(JSON.stringify(await test.database.read.outboxMessage.findMany())).not.toContain(token)
  expect(test.log()).not.toContain(token)
  expect(test.log()).not.toContain('digest@mail.example')
})

testOnce('A8 a link begins with the configured origin, whatever the request’s host is', async () => {
  const email = 'host@mail.example'
  const evil = { host: 'evil.com', 'x-forwarded-host': 'evil.com', 'x-forwarded-proto': 'http' }
  const browser = newBrowser()
  await browser.call('auth.signUp', { email, password: goodPassword }, evil)
  test.clock.advance(2 * minute)
  await browser.call('auth.requestPasswordReset', { email }, evil)
  const mails = (await delivered(test)).filter(({ to }) => to.includes(email))
  expect(mails).toHaveLength(2)
  for (const { text, html, link } of mails) {
    expect(link).toMatch(/^https:\/\/www\.builders\.example\/auth\/(confirm|reset)\?token=/)
    expect(`${text}${html}`).not.toContain('evil')
  }
})

testOnce(
  'A7 GET and HEAD of the page or the procedure do not use a link up, and it confirms once and ends the secret of its browser',
  async () => {
    const { browser, token } = await signedUp('prefetch@mail.example')
    for (const method of ['GET', 'GET', 'HEAD'] as const) {
      await test.app.inject({ method, url: `/auth/confirm?token=${token}` })
      const input = encodeURIComponent(JSON.stringify({ token }))
      const got = await test.app.inject({ method, url: `/api/trpc/auth.confirmEmail?input=${input}` })
      expect(got.statusCode).toBe(405)
    }
    expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
    expect([...browser.cookies.keys()].filter((name) => name.includes('pending'))).toEqual([])
    const user = await test.database.read.user.findUniqueOrThrow({ where: { email: 'prefetch@mail.example' } })
    expect(user.pendingDigest).toBeNull()
    expect(errorOf(await browser.call('auth.confirmEmail', { token }))).toMatchObject(used)
    test.clock.advance(24 * hour)
    expect(errorOf(await browser.call('auth.confirmEmail', { token }))).toMatchObject(expired)
  },
)

it('A7 a link that is used twenty times at the same time works once', async () => {
  const { browser, token } = await signedUp('race@mail.example')
  const responses = await Promise.all(Array.from({ length: 20 }, () => browser.call('auth.confirmEmail', { token })))
  const refused = responses.filter(({ statusCode }) => statusCode !== 200)
  expect(refused).toHaveLength(19)
  // The secret of its browser may have ended between two reads.
  for (const response of refused) expect(['link_used', 'password_required']).toContain(errorOf(response).reason)
  expect(await test.database.read.session.count({ where: { user: { email: 'race@mail.example' } } })).toBe(1)
})

testOnce('A7 a link expires after 24 hours', async () => {
  const { browser, token } = await signedUp('late@mail.example')
  test.clock.advance(24 * hour + second)
  expect(errorOf(await browser.call('auth.confirmEmail', { token }))).toMatchObject(expired)
  const early = await signedUp('early@mail.example')
  test.clock.advance(24 * hour - second)
  expect((await early.browser.call('auth.confirmEmail', { token: early.token })).statusCode).toBe(200)
})

testOnce('A7 a link works only for its purpose', async () => {
  const { browser, token } = await signedUp('purpose@mail.example')
  const reset = await browser.call('auth.resetPassword', { token, password: otherPassword })
  expect(errorOf(reset)).toMatchObject(expired)
  test.clock.advance(2 * minute)
  await browser.call('auth.requestPasswordReset', { email: 'purpose@mail.example' })
  const resetToken = await mailedToken(test, 'purpose@mail.example')
  expect(errorOf(await browser.call('auth.confirmEmail', { token: resetToken }))).toMatchObject(expired)
  expect((await browser.call('auth.confirmEmail', { token })).statusCode).toBe(200)
})

testOnce('B10 an IP address has thirty attempts at links an hour', async () => {
  const browser = newBrowser()
  for (let n = 0; n < 15; n += 1) {
    await browser.call('auth.confirmEmail', { token: `wrong ${n}` })
    await browser.call('auth.resetPassword', { token: `wrong ${n}`, password: otherPassword })
  }
  expect(errorOf(await browser.call('auth.confirmEmail', { token: 'wrong' })).status).toBe(429)
})

it('C3 confirming makes an administrator only of an address in ADMIN_EMAILS', async () => {
  const boss = await signedUp('Boss@Builders.example'.toLowerCase())
  expect(await test.database.read.user.count({ where: { email: 'boss@builders.example', role: 'admin' } })).toBe(0)
  const response = await boss.browser.call('auth.confirmEmail', { token: boss.token })
  expect(response.json().result.data.user.role).toBe('admin')
  const other = await signedUp('notboss@builders.example')
  const others = await other.browser.call('auth.confirmEmail', { token: other.token })
  expect(others.json().result.data.user.role).toBe('user')
})

testOnce('A11 wrong passwords at a link count as failed sign-ins', async () => {
  const email = 'counted@mail.example'
  const { token } = await signedUp(email)
  const guesser = newBrowser()
  for (let guess = 0; guess < 10; guess += 1)
    await guesser.call('auth.confirmEmail', { token, password: `a wrong guess ${guess}` })
  const responses = [
    await guesser.call('auth.confirmEmail', { token, password: goodPassword }),
    await guesser.call('auth.signIn', { email, password: goodPassword }),
  ]
  for (const response of responses)
    expect(errorOf(response)).toMatchObject({ status: 429, reason: 'too_many_attempts' })
})
