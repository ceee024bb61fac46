import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { browsers, delivered, mailedToken } from '#tests/support/server/accounts.ts'
import { apiAddresses, callAddress, validInputs } from '#tests/support/server/api-paths.ts'
import { exportQuery, personExportQuery } from '#tests/support/server/export-url.ts'
import { sendRaw } from '#tests/support/server/raw-http.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const typed = {
  name: 'Planted Nameson',
  email: 'planted.person@example.com',
  phone: '+1 212 555 0199',
  projectDescription: 'a planted description',
  location: '7 Planted Street',
  specificRequirements: 'some planted requirements',
}
const passwords = ['planted tiles, warm grout', 'planted staircase, third floor', 'planted guess at a password']
const [firstPassword = '', secondPassword = '', wrongPassword = ''] = passwords

let port: number
const people: SignedIn[] = []
const secrets: (string | null)[] = [...Object.values(typed), ...passwords, 'planted-header', 'planted-cookie']

const server = sharedApp()
const newBrowser = browsers(server)
beforeAll(async () => {
  port = await server.listen()
})

/** Does all that an account's owner and a guesser can do, and collects the secrets. */
async function liveAnAccount(): Promise<void> {
  const { email } = typed
  const browser = newBrowser()
  browser.makePendingCookie()
  const note = () => secrets.push(...browser.cookies.values())
  note()
  await browser.call('auth.signUp', { email, password: firstPassword })
  const confirmation = await mailedToken(server, email)
  await newBrowser().call('auth.confirmEmail', { token: confirmation, password: wrongPassword })
  expect((await browser.call('auth.confirmEmail', { token: confirmation })).statusCode).toBe(200)
  note()
  await newBrowser().call('auth.signIn', { email, password: wrongPassword })
  await browser.call('auth.refresh', undefined)
  note()
  await browser.call('auth.changePassword', { currentPassword: firstPassword, newPassword: secondPassword })
  note()
  server.clock.advance(120_000)
  await newBrowser().call('auth.requestPasswordReset', { email })
  const reset = await mailedToken(server, email)
  expect(reset).not.toBe(confirmation)
  await newBrowser().call('auth.resetPassword', { token: reset, password: firstPassword })
  await browser.call('auth.signIn', { email, password: firstPassword })
  note()
  await browser.call('auth.signOut', undefined)
  secrets.push(confirmation, reset)
}

/** Calls everything that there is, with inputs that it takes and with ones that it refuses, anonymously and as an administrator. */
async function callEverything(): Promise<void> {
  const id = await storeEstimate(server)
  const inputs = validInputs(typed, id)
  const hidden = {
    'user-agent': 'planted-header',
    referer: 'https://planted-header.example',
    authorization: 'planted-header',
  }
  const admin = await signedIn(server, { role: 'admin' })
  people.push(admin)
  inputs['GET /api/export/estimates.csv'] = await exportQuery(server, admin.headers, { q: typed.name })
  inputs['GET /api/export/person'] = await personExportQuery(server, admin.headers, id)
  // Signing out comes last, since it ends the session; a stream is left out, since it would not end.
  const addresses = apiAddresses(server.app)
    .filter(({ kind }) => kind !== 'subscription')
    .toSorted((one, other) => Number(one.name === 'auth.signOut') - Number(other.name === 'auth.signOut'))
  for (const person of [undefined, admin])
    for (const address of addresses) {
      const headers = { ...hidden, cookie: 'other=planted-cookie', ...person?.headers }
      await callAddress(server, address, inputs[address.name], headers)
      await callAddress(server, address, { ...typed, password: wrongPassword }, headers)
    }
}

/** Requests that Fastify and Node refuse before any procedure, with planted texts. */
async function sendWrongRequests(): Promise<void> {
  const email = encodeURIComponent(typed.email)
  const end = 'Host: a\r\nCookie: site-access=planted-cookie\r\nConnection: close\r\n'
  const json = 'Content-Type: application/json\r\n'
  for (const request of [
    `GET /estimate?email=${email} HTTP/1.1\r\n${end}\r\n`,
    `GET /nothing/${typed.email} HTTP/1.1\r\n${end}\r\n`,
    `GET /${typed.email}/%zz HTTP/1.1\r\n${end}\r\n`,
    `GET /auth/reset?token=planted-header HTTP/1.1\r\n${end}\r\n`,
    `DELETE /?${email} HTTP/1.1\r\n${end}\r\n`,
    `POST /api/trpc/auth.signIn HTTP/1.1\r\n${end}Content-Type: text/planted-header\r\nContent-Length: 2\r\n\r\n{}`,
    `POST /api/trpc/auth.signIn HTTP/1.1\r\n${end}${json}Content-Length: 31\r\n\r\n{"email":"planted.person@exampl`,
    `POST /api/trpc/auth.signIn HTTP/1.1\r\n${end}${json}Origin: https://planted-header\r\nContent-Length: 2\r\n\r\n{}`,
    `GET / HTTP/1.1\r\nHost: ${typed.email} b\r\nConnection: close\r\n\r\n`,
    `${typed.email}\r\n\r\n`,
    `GET / HTTP/1.1\r\n${end}X-Long: ${'planted-header '.repeat(2_000)}\r\n\r\n`,
  ])
    expect((await sendRaw(port, request)).status).toBeGreaterThanOrEqual(200)
}

test('D9 the log has no name, address, phone, text, password, token, cookie or digest after any call', async () => {
  await liveAnAccount()
  await callEverything()
  await sendWrongRequests()
  await server.call('estimates.submit', estimateInput({ ...typed, requestKey: randomUUID(), remarks: typed.name }))
  await delivered(server)

  const { read } = server.database
  const [users, sessions, tokens] = [
    await read.user.findMany(),
    await read.session.findMany(),
    await read.emailToken.findMany(),
  ]
  secrets.push(
    ...people.flatMap(({ access, refresh, email }) => [...access.split('.'), ...refresh.split('.'), email]),
    ...users.flatMap(({ passwordHash, pendingDigest }) => [passwordHash, pendingDigest]),
    ...sessions.flatMap(({ id, accessDigest, refreshDigest }) => [id, accessDigest, refreshDigest]),
    ...tokens.map(({ digest }) => digest),
  )
  const log = server.log().toLowerCase()
  expect(server.logLines().length).toBeGreaterThan(100)
  const found = secrets.filter((secret) => secret && log.includes(secret.toLowerCase()))
  expect(found).toEqual([])
  expect(log).not.toContain('planted')
})
