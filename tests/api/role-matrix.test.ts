import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AppRouter, appRouter } from '#server/trpc/router.ts'
import type { AuthReason } from '#shared/account.ts'
import { type SignedIn, signedIn } from '#tests/support/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

/** Who may call a procedure. */
type Audience = 'everybody' | 'signed in' | 'staff' | 'admin'

type PathsOf<Record, Prefix extends string = ''> = {
  [Name in keyof Record & string]: Record[Name] extends { _def: { procedure: true } }
    ? `${Prefix}${Name}`
    : PathsOf<Record[Name], `${Prefix}${Name}.`>
}[keyof Record & string]

/** Every procedure there is; one that is missing here is an error of the types. */
const audiences: Record<PathsOf<AppRouter['_def']['record']>, Audience> = {
  'auth.session': 'everybody',
  'auth.signUp': 'everybody',
  'auth.signIn': 'everybody',
  'auth.signOut': 'everybody',
  'auth.refresh': 'everybody',
  'auth.confirmEmail': 'everybody',
  'auth.resendConfirmation': 'everybody',
  'auth.requestPasswordReset': 'everybody',
  'auth.resetPassword': 'everybody',
  'auth.changePassword': 'signed in',
  'estimates.openForm': 'everybody',
  'estimates.submit': 'everybody',
  'estimates.list': 'staff',
  'estimates.counts': 'staff',
  'estimates.assignees': 'staff',
  'estimates.get': 'staff',
  'estimates.changes': 'staff',
  'estimates.setStatus': 'staff',
  'estimates.setOutcome': 'staff',
  'estimates.assign': 'staff',
  'estimates.setFollowUp': 'staff',
  'estimates.release': 'staff',
  'estimates.confirmSpam': 'staff',
  'estimates.addNote': 'staff',
  'estimates.logContact': 'staff',
  'reports.overview': 'staff',
}

/** By their paths, which the types do not say. */
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { type: string } }>>

const paths = Object.keys(audiences) as (keyof typeof audiences)[]

type Outcome = 'let in' | 'nobody' | 'wrong role'

/** What a guard says to each kind of caller. `absent` stands for every way of having no good session. */
const outcomes: Record<Audience, Record<'absent' | 'user' | 'staff' | 'admin', Outcome>> = {
  everybody: { absent: 'let in', user: 'let in', staff: 'let in', admin: 'let in' },
  'signed in': { absent: 'nobody', user: 'let in', staff: 'let in', admin: 'let in' },
  staff: { absent: 'nobody', user: 'wrong role', staff: 'let in', admin: 'let in' },
  admin: { absent: 'nobody', user: 'wrong role', staff: 'wrong role', admin: 'let in' },
}

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.dispose())

const hourMs = 60 * 60 * 1000

/** Callers of every kind. Each call has one of its own, since some procedures end sessions. */
const callers: Record<
  string,
  { as: 'absent' | 'user' | 'staff' | 'admin'; headers(): Promise<Record<string, string>> }
> = {
  anonymous: { as: 'absent', headers: async () => ({}) },
  user: { as: 'user', headers: async () => (await signedIn(server)).headers },
  staff: { as: 'staff', headers: async () => (await signedIn(server, { role: 'staff' })).headers },
  admin: { as: 'admin', headers: async () => (await signedIn(server, { role: 'admin' })).headers },
  // Nothing makes such a session; if something ever does, the address is still nobody's.
  unconfirmed: {
    as: 'absent',
    headers: async () => (await signedIn(server, { role: 'admin', confirmedAt: null })).headers,
  },
  'revoked admin': {
    as: 'absent',
    async headers() {
      const person = await signedIn(server, { role: 'admin' })
      await server.database.transaction(({ session }) => session.delete({ where: { id: person.sessionId } }))
      return person.headers
    },
  },
  'demoted admin': {
    as: 'user',
    async headers() {
      const { userId, headers } = await signedIn(server, { role: 'admin' })
      await server.database.transaction(({ user }) => user.update({ where: { id: userId }, data: { role: 'user' } }))
      return headers
    },
  },
  'admin whose session has expired': {
    as: 'absent',
    async headers() {
      const { headers } = await signedIn(server, { role: 'admin' })
      server.clock.advance(hourMs)
      return headers
    },
  },
  'admin with a changed cookie': {
    as: 'absent',
    headers: async () => changedCookie(await signedIn(server, { role: 'admin' })),
  },
}

function changedCookie({ cookie, access, headers }: SignedIn) {
  const changed = access.slice(0, -2) + (access.endsWith('AA') ? 'BB' : 'AA')
  return { ...headers, cookie: cookie.replace(access, changed) }
}

type Refusal = { readonly httpStatus: number; readonly reason?: AuthReason }

/** How a call was refused. Behind the guards, whatever takes an input refuses this one. */
async function refusalOf(path: keyof typeof audiences, headers: Record<string, string>): Promise<Refusal | undefined> {
  const type = procedures[path]?._def.type
  const answer =
    type === 'mutation'
      ? await server.call(path, { none: 1 }, headers)
      : await server.app.inject({ url: `/api/trpc/${path}?input=${encodeURIComponent('{"none":1}')}`, headers })
  expect(answer.statusCode).not.toBe(404)
  // A stream says in its first words what is wrong.
  if (type === 'subscription')
    return JSON.parse(/^event: serialized-error\ndata: (.*)$/m.exec(answer.body)?.[1] ?? '').data
  const refusal: Refusal | undefined = answer.json().error?.data
  expect(answer.statusCode).toBe(refusal?.httpStatus ?? 200)
  return refusal
}

/** What the guard said, whatever the procedure answered behind it: only a guard gives these reasons with this status. */
async function guardOutcome(path: keyof typeof audiences, headers: Record<string, string>): Promise<Outcome> {
  const refusal = await refusalOf(path, headers)
  if (refusal?.httpStatus === 403 && refusal.reason === 'insufficient_role') return 'wrong role'
  // Its answer, and no guard's.
  const isOwnAnswer = path === 'auth.refresh'
  return refusal?.httpStatus === 401 && refusal.reason === 'session_not_found' && !isOwnAnswer ? 'nobody' : 'let in'
}

describe('the table of procedures', () => {
  test('lists every one that there is, and no other', () => {
    expect(new Set(paths)).toEqual(new Set(Object.keys(procedures)))
  })

  test('is enforced in words that the pages show', async () => {
    const answer = await server.app.inject({ url: '/api/trpc/estimates.list' })
    expect([answer.statusCode, answer.json().error.message]).toEqual([401, 'Please sign in first.'])
    const { headers } = await signedIn(server)
    const refused = await server.app.inject({ url: '/api/trpc/estimates.list', headers })
    expect([refused.statusCode, refused.json().error.message]).toEqual([403, 'You may not have admin privileges.'])
  })
})

describe.each(paths)('%s is open to its audience and to nobody else:', (path) => {
  test.each(Object.entries(callers))('%s', async (_who, { as, headers }) => {
    expect(await guardOutcome(path, await headers())).toBe(outcomes[audiences[path]][as])
  })
})
