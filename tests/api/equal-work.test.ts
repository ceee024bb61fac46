import { hash } from 'bcryptjs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { watchedDatabase } from '#tests/support/database/watched-database.ts'
import { browsers, goodPassword, otherPassword } from '#tests/support/server/accounts.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

/** Hashes and database calls in order, while `isRecording`. */
let steps: string[] = []
let isRecording = false
const step = (name: string) => {
  if (isRecording) steps.push(name)
}

/** Jobs ask for these whenever it is time. */
const ofJobs = [
  ...['queries.dueNudges', 'queries.intake', 'read.proposal.findMany', 'read.visit.findMany'],
  'read.pushMessage.findFirst',
]

const [known, waiting, invited] = ['known@mail.example', 'waiting@mail.example', 'invited@mail.example']
const guarded = 'guarded@mail.example'

const server = sharedApp({
  database: (database) =>
    watchedDatabase(database, (method) => {
      if (!ofJobs.includes(method)) step(method)
    }),
  hasher: (hasher) => ({
    ...hasher,
    hash(password, queue) {
      step('hash')
      return hasher.hash(password, queue)
    },
    verify(password, stored, queue) {
      step('verify')
      return hasher.verify(password, stored, queue)
    },
  }),
})
const newBrowser = browsers(server)
beforeAll(async () => {
  const passwordHash = await hash(goodPassword, 4)
  await signedIn(server, { email: known, passwordHash })
  await signedIn(server, { email: waiting, passwordHash, confirmedAt: null })
  await signedIn(server, { email: invited, role: 'staff', confirmedAt: null })
  await signedIn(server, { email: guarded, passwordHash })
  const secondFactorAt = server.clock.now()
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { email: guarded }, data: { secondFactorAt } }),
  )
  // Only the calls below may use the database.
  await server.app.outbox.stop(0)
})
beforeEach(() => {
  // An address gets one email a minute.
  server.clock.advance(120_000)
})

async function stepsOf(procedure: string, input: { email: string }): Promise<string[]> {
  steps = []
  isRecording = true
  await newBrowser().call(procedure, input)
  isRecording = false
  // A failed sign-in to an account with a role is recorded after the response, and the recording must not run beside
  // the next call.
  const failed = { subjectEmail: invited }
  if (procedure === 'auth.signIn' && input.email === invited)
    await expect.poll(() => server.database.read.auditEntry.count({ where: failed })).toBe(1)
  return steps
}

test.each([
  ['auth.signUp', { password: otherPassword }, 'hash'],
  ['auth.signIn', { password: 'a wrong guess at it' }, 'verify'],
  ['auth.requestPasswordReset', {}, 'transaction'],
  ['auth.resendConfirmation', {}, 'transaction'],
])(
  'A4 %s runs the same hashes and statements for an unknown, an unconfirmed, an invited and a confirmed address, and one with a second factor',
  async (procedure, others, essential) => {
    const unknown = await stepsOf(procedure, { email: `unknown-${procedure}@mail.example`, ...others })
    expect(unknown.filter((name) => name === essential)).not.toEqual([])
    for (const email of [waiting, invited, known, guarded])
      expect(await stepsOf(procedure, { email, ...others }), email).toEqual(unknown)
  },
)

test('A13 asking for a new address runs the same hashes and statements, whoever the address belongs to', async () => {
  const browser = newBrowser()
  expect((await browser.call('auth.signIn', { email: known, password: goodPassword })).statusCode).toBe(200)
  const stepsFor = async (newEmail: string) => {
    server.clock.advance(60 * 60_000 - 1)
    await browser.call('auth.refresh', '')
    server.clock.advance(1)
    steps = []
    isRecording = true
    const response = await browser.call('account.requestEmailChange', { newEmail, currentPassword: goodPassword })
    isRecording = false
    expect(response.statusCode, response.body).toBe(200)
    return steps
  }
  const unknown = await stepsFor('unknown-change@mail.example')
  expect(unknown).toContain('verify')
  for (const email of [waiting, invited, guarded]) expect(await stepsFor(email), email).toEqual(unknown)
})
