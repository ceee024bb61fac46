import { v7 as newId } from 'uuid'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { areSamplesReplaced, isCompanyPublished } from '#server/company/first-day-checks.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { noteBackup } from '#server/last-backup.ts'
import { company } from '#shared/company.ts'
import { type FirstDay, type FirstDayLine, firstDayLines } from '#shared/first-day.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const data = temporaryFolder('first-day')
afterAll(() => data.remove())
const server = sharedApp({ settings: { DATA_DIR: data.path, STAFF_INBOX: 'office@builders.example' } })

let admin: SignedIn
beforeEach(async () => {
  await server.database.transaction(async ({ user, setting, projectEstimate, outboxMessage }) => {
    await user.deleteMany()
    await projectEstimate.deleteMany()
    await outboxMessage.deleteMany()
    await setting.deleteMany({ where: { name: 'first-day' } })
  })
  admin = await signedIn(server, { email: 'owner@builders.example', role: 'admin' })
})

async function read({ headers }: SignedIn = admin): Promise<FirstDay | null> {
  const response = await server.app.inject({ url: '/api/trpc/installation.firstDay', headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}
async function linesIn(state: 'open' | 'done' | 'declined', who = admin) {
  return (await read(who))?.filter((line) => line.state === state).map(({ id }) => id)
}
async function decline(id: FirstDayLine, declined = true): Promise<FirstDay | null> {
  const response = await server.call('installation.declineLine', { id, declined }, admin.headers)
  return response.json().result.data
}

function delivered(columns: { kind?: string; state?: string; providerId?: string; lastError?: string } = {}) {
  const now = server.clock.now()
  const sent = { state: 'sent', sentAt: now, providerId: 'b7bc2f4a-e38e-4336-af7d-e6c392c2f817' }
  const row = { id: newId(), kind: 'account.test', address: admin.email, createdAt: now, nextAttemptAt: now }
  return server.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({ data: { ...row, ...sent, ...columns } }),
  )
}

function asksForEstimate(email: string) {
  return storeEstimate(server, { email, emailKey: mailboxKey(email) })
}

it('the checklist begins with all lines open', async () => {
  expect(await linesIn('open')).toEqual(firstDayLines)
})

it('a test email counts once a mail service took it, unless a later one is refused for a reason of ours', async () => {
  await delivered({ providerId: '2026-01-05T20-10-00.000Z-account.test-018f0000-0000-7000-8000-000000000002.eml' })
  expect(await linesIn('done')).toEqual([])
  server.clock.advance(1_000)
  await delivered({ kind: 'account.invitation' })
  expect(await linesIn('done')).toEqual([])
  await delivered()
  expect(await linesIn('done')).toEqual(['email'])
  await delivered({ state: 'pending', lastError: 'Postmark returned 401' })
  expect(await linesIn('done')).toEqual([])
})

it('an invitation counts as the first colleague, a visitor’s account does not', async () => {
  await signedIn(server, { email: 'visitor@mail.example' })
  expect(await linesIn('done')).toEqual([])
  await signedIn(server, { email: 'tom@builders.example', role: 'staff', confirmedAt: null, passwordHash: null })
  expect(await linesIn('done')).toEqual(['colleague'])
})

it('the second factor is that of the administrator who looks', async () => {
  const other = await signedIn(server, { email: 'other@builders.example', role: 'admin' })
  await server.database.transaction(({ user }) =>
    user.updateMany({ where: { id: admin.userId }, data: { secondFactorAt: server.clock.now() } }),
  )
  expect(await linesIn('done')).toContain('second-factor')
  expect(await linesIn('done', other)).not.toContain('second-factor')
})

it.each(['owner+try@builders.example', 'office@builders.example'])(
  'a request from %s counts as one to oneself',
  async (email) => {
    await asksForEstimate('visitor@mail.example')
    await storeEstimate(server, { email, emailKey: mailboxKey(email), quarantinedAt: server.clock.now() })
    expect(await linesIn('done')).toEqual([])
    await asksForEstimate(email)
    expect(await linesIn('done')).toEqual(['request'])
  },
)

it('lines are declined for everyone, which can be undone, until nothing is open; then they are gone for good', async () => {
  noteBackup(data.path, { path: '/srv/backups/estimates.db', at: server.clock.now() })
  expect(await linesIn('done')).toEqual(['backup'])
  await decline('email')
  const other = await signedIn(server, { email: 'other@builders.example', role: 'admin' })
  expect(await linesIn('declined', other)).toEqual(['email'])
  await decline('email', false)
  expect(await linesIn('declined')).toEqual([])
  // The other administrator is a colleague.
  for (const id of ['company', 'samples', 'email', 'second-factor'] as const) expect(await decline(id)).not.toBeNull()
  expect(await linesIn('open')).toEqual(['request'])
  expect(await decline('request')).toBeNull()
  await server.database.transaction(({ user }) => user.deleteMany({ where: { id: other.userId } }))
  expect(await read()).toBeNull()
})

it('no one but administrators sees or changes the checklist', async () => {
  const { headers } = await signedIn(server, { email: 'tom@builders.example', role: 'staff' })
  const answers = [
    await server.app.inject({ url: '/api/trpc/installation.firstDay', headers }),
    await server.app.inject({ url: '/api/trpc/installation.mailState?input={}', headers }),
    await server.app.inject({ url: '/api/trpc/installation.lastBackup', headers }),
    await server.call('installation.declineLine', { id: 'email', declined: true }, headers),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
})

it.each([{ id: 'lunch', declined: true }, { id: 'email' }, {}])('declining %o is refused', async (input) => {
  const response = await server.call('installation.declineLine', input, admin.headers)
  expect(response.json().error.data.httpStatus).toBe(400)
})

it('the company counts once name and license differ from the sample', () => {
  expect(isCompanyPublished()).toBe(false)
  expect(isCompanyPublished({ ...company, name: 'Ruiz & Sons' })).toBe(false)
  expect(isCompanyPublished({ ...company, name: 'Ruiz & Sons', license: { number: '1234567-DCA' } })).toBe(true)
})

it('the samples count as replaced once none of the names, addresses, people, projects and notices is shown', () => {
  const { testimonials, projects, socialProof } = company
  const own = {
    legalName: 'Ruiz & Sons, LLC',
    projectManager: undefined,
    phone: { display: '(718) 555-0123' },
    email: 'office@ruiz.example',
    address: { street: '31-10 Steinway Street' },
  }
  const none = { ...company, ...own, testimonials: [], projects: [], socialProof: { enabled: false, notices: [] } }
  expect(areSamplesReplaced(none)).toBe(true)
  const ana = { name: 'Ana Ruiz' }
  expect(areSamplesReplaced({ ...none, projectManager: ana, testimonials: [ana] })).toBe(true)
  const { legalName, projectManager, phone, email, address } = company
  for (const one of [{ legalName }, { projectManager }, { phone }, { email }, { address }])
    expect(areSamplesReplaced({ ...none, ...one })).toBe(false)
  for (const one of testimonials) expect(areSamplesReplaced({ ...none, testimonials: [one] })).toBe(false)
  for (const one of projects) expect(areSamplesReplaced({ ...none, projects: [one] })).toBe(false)
  for (const one of socialProof.notices) {
    expect(areSamplesReplaced({ ...none, socialProof: { enabled: true, notices: [one] } })).toBe(false)
    expect(areSamplesReplaced({ ...none, socialProof: { enabled: false, notices: [one] } })).toBe(true)
  }
})
