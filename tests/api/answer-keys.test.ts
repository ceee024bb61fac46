import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { browsers, confirmedAccount, goodPassword, mailedToken, otherPassword } from '#tests/support/accounts.ts'
import { estimateInput } from '#tests/support/estimate-request.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ settings: { ADMIN_EMAILS: 'boss@mail.example' } })
})
afterAll(() => test.dispose())

/** The names of all fields of a JSON value, with the path to each. */
function keysOf(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${path}[]`))
  return Object.entries(value).flatMap(([key, inner]) => [`${path}.${key}`, ...keysOf(inner, `${path}.${key}`)])
}

it('no answer of the API has a field beyond these: no hash, no digest, no token, no id of a session', async () => {
  const newBrowser = browsers(test)
  const [boss, visitor] = [newBrowser(), newBrowser()]
  const email = 'boss@mail.example'
  const answers: LightMyRequestResponse[] = []
  const note = (answer: LightMyRequestResponse) => answers.push(answer)

  note(await visitor.call('estimates.submit', estimateInput()))
  await confirmedAccount(test, boss, email)
  note(await boss.session())
  note(await visitor.session())
  note(await boss.call('auth.refresh', undefined))
  note(await visitor.call('auth.refresh', undefined))
  note(await boss.call('auth.changePassword', { currentPassword: goodPassword, newPassword: otherPassword }))
  note(await visitor.call('auth.signUp', { email, password: goodPassword }))
  note(await visitor.call('auth.signUp', { email, password: 'weak' }))
  note(await visitor.call('auth.signUp', { email, password: goodPassword, role: 'admin' }))
  test.clock.advance(2 * 60_000)
  note(await visitor.call('auth.requestPasswordReset', { email }))
  note(await visitor.call('auth.resendConfirmation', { email }))
  note(await visitor.call('auth.confirmEmail', { token: 'none' }))
  note(await visitor.call('auth.signIn', { email, password: goodPassword }))
  note(await visitor.call('auth.signIn', { email, password: otherPassword }))
  const token = await mailedToken(test, email)
  note(await visitor.call('auth.resetPassword', { token, password: goodPassword }))
  note(await visitor.call('auth.signOut', undefined))
  note(await test.app.inject({ url: '/api/trpc/estimates.list?input=%7B%7D', headers: {} }))
  note(await test.app.inject({ url: '/api/trpc/nothing' }))

  const keys = [...new Set(answers.flatMap((answer) => keysOf(answer.json())))].toSorted((a, b) => (a < b ? -1 : 1))
  expect(keys).toEqual([
    '.error',
    '.error.code',
    '.error.data',
    '.error.data.code',
    '.error.data.fieldErrors',
    '.error.data.fieldErrors.password',
    '.error.data.fieldErrors.role',
    '.error.data.httpStatus',
    '.error.data.reason',
    '.error.message',
    '.result',
    '.result.data',
    '.result.data.expiresAt',
    '.result.data.expiresIn',
    '.result.data.reference',
    '.result.data.status',
    '.result.data.tokenType',
    '.result.data.user',
    '.result.data.user.email',
    '.result.data.user.id',
    '.result.data.user.identities',
    '.result.data.user.identities[].email',
    '.result.data.user.identities[].provider',
    '.result.data.user.role',
  ])
  const bodies = answers.map(({ body }) => body).join('\n')
  const users = await test.database.read.user.findMany()
  const sessions = await test.database.read.session.findMany()
  const secrets = [
    ...users.flatMap(({ passwordHash, pendingDigest }) => [passwordHash, pendingDigest]),
    ...sessions.flatMap(({ id, accessDigest, refreshDigest }) => [id, accessDigest, refreshDigest]),
    token,
  ]
  for (const secret of secrets) if (secret) expect(bodies).not.toContain(secret)
})
