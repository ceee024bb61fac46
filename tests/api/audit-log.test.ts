import { beforeAll, expect, test } from 'vitest'
import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import { counterKey } from '#server/accounts/limits/rate-limit-counters.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import type { AuditKind } from '#shared/audit.ts'
import type { AuditLogPage } from '#shared/audit-log.ts'
import { estimateExportPath } from '#shared/estimates/estimate-export.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { browsers, confirmedAccount } from '#tests/support/server/accounts.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let admin: SignedIn
const server = sharedApp()
beforeAll(async () => {
  admin = await signedIn(server, { role: 'admin', email: 'boss@mail.example' })
})

/** The administrator stays signed in. */
async function nextHour(): Promise<void> {
  server.clock.advance(3_600_000)
  admin = await signedIn(server, { role: 'admin', email: `boss-${server.clock.now().getTime()}@mail.example` })
}

/** Failed sign-ins are recorded after their response. */
async function failedSignIns(wanted: number, of: { readonly userId?: string } = {}) {
  const query = { kind: 'sign-in.failed', limit: 200, ...(of.userId ? { person: of.userId } : {}) }
  await expect.poll(async () => (await read(query)).entries.length).toBe(wanted)
  return (await read(query)).entries
}

async function read(input: Record<string, unknown>): Promise<AuditLogPage> {
  const url = `/api/trpc/people.log?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await server.app.inject({ url, headers: admin.headers })).json().result.data
}

/** Reads page by page, as the dashboard does. */
async function readAll(input: Record<string, unknown>, limit: number) {
  const pages: AuditLogPage[] = []
  let cursor: string | null = null
  do {
    const page: AuditLogPage = await read({ ...input, limit, cursor, direction: 'forward' })
    pages.push(page)
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
}

async function add(kind: AuditKind, actor: SignedIn | null, subject?: SignedIn): Promise<void> {
  server.clock.advance(1)
  const person = (signed: SignedIn) => ({ id: signed.userId, email: signed.email })
  await server.database.transaction((transaction) =>
    addAuditEntry(transaction, {
      kind,
      actor: actor && person(actor),
      subject: subject ? person(subject) : null,
      details: { role: 'staff' },
      now: server.clock.now(),
    }),
  )
}

test('the log is read newest first, page by page, by person and by kind', async () => {
  const ana = await signedIn(server, { role: 'staff', email: 'ana@mail.example' })
  const ben = await signedIn(server, { role: 'staff', email: 'ben@mail.example' })
  await server.database.transaction(({ user }) => user.updateMany({ where: { id: ana.userId }, data: { name: 'Ana' } }))
  await add('person.invited', ana, ben)
  await add('sign-in.succeeded', ben)
  await add('person.revoked', null, ana)
  await add('sign-in.succeeded', ana)
  await add('person.invited', ana, ana)

  const ofAna = await readAll({ person: ana.userId }, 2)
  expect(ofAna.map(({ entries }) => entries.map(({ kind }) => kind))).toEqual([
    ['person.invited', 'sign-in.succeeded'],
    ['person.revoked', 'person.invited'],
  ])
  expect(ofAna[1]?.entries[1]).toMatchObject({
    actor: { id: ana.userId, email: 'ana@mail.example', name: 'Ana' },
    subject: { id: ben.userId, email: 'ben@mail.example', name: null },
    details: { role: 'staff' },
  })
  expect(ofAna[1]?.entries[0]?.actor).toBeNull()

  const signIns = await read({ kind: 'sign-in.succeeded' })
  expect(signIns.entries.map(({ actor }) => actor?.email)).toEqual(['ana@mail.example', 'ben@mail.example'])
  expect((await read({ kind: 'sign-in.succeeded', person: ben.userId })).entries).toHaveLength(1)
  expect((await readAll({}, 2)).flatMap(({ entries }) => entries)).toHaveLength(5)
  expect(await read({ kind: 'estimates.exported' })).toEqual({ entries: [], nextCursor: null })
})

test('an entry keeps its person and address when the account is gone', async () => {
  const gone = await signedIn(server, { role: 'staff', email: 'gone@mail.example' })
  await add('sign-in.succeeded', gone)
  await server.database.transaction(({ user }) => user.deleteMany({ where: { id: gone.userId } }))
  expect((await read({ person: gone.userId })).entries).toMatchObject([
    { actor: { id: gone.userId, email: 'gone@mail.example', name: null } },
  ])
})

test('A15 an export is logged without what was searched for, and a visitor’s sign-in is not', async () => {
  await storeEstimate(server, { name: 'Ada Romero' })
  const url = await exportUrl(server, admin.headers, { q: 'romero' })
  expect((await server.app.inject({ url, headers: admin.headers })).body).toContain('Ada Romero')
  const { entries } = await read({ kind: 'estimates.exported' })
  expect(entries).toMatchObject([{ actor: { email: 'boss@mail.example' }, subject: null, details: {} }])

  await confirmedAccount(server, browsers(server)(), 'visitor@mail.example')
  expect(JSON.stringify(await read({ limit: 200 }))).not.toMatch(/visitor@mail|romero/i)
})

test('wrong passwords beyond the limit are logged once for somebody with a role, and never for a visitor', async () => {
  const serverKey = await openServerKey(server.database, server.clock)
  for (const role of ['staff', 'user'] as const) {
    const { email } = await signedIn(server, { role, email: `guessed-${role}@mail.example`, passwordHash: 'some hash' })
    const key = counterKey(serverKey, { limit: 'sign-in-streak', subject: email })
    // This counter says that there were 99 wrong passwords.
    const counter = { key, hits: 99, blocks: 0, windowEndsAt: new Date('9999-12-31T00:00:00.000Z') }
    await server.database.transaction((_tables, statements) => statements.writeAttempts([counter]))
    for (let turn = 0; turn < 3; turn += 1)
      expect((await browsers(server)().call('auth.signIn', { email, password: 'wrong' })).statusCode).toBe(401)
  }
  const { entries } = await read({ kind: 'sign-in.limited' })
  expect(entries).toMatchObject([
    { actor: null, subject: { email: 'guessed-staff@mail.example' }, details: { limit: 'sign-in-streak' } },
  ])
})

test('a wrong password is logged once an hour for each network, for an account with a role alone', async () => {
  await nextHour()
  const tried = await signedIn(server, { role: 'staff', email: 'tried@mail.example', passwordHash: 'some hash' })
  const { email } = tried
  const visitor = await signedIn(server, { email: 'tried-visitor@mail.example', passwordHash: 'some hash' })
  const newBrowser = browsers(server)
  const [one, other] = [newBrowser(), newBrowser()]
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
  const fail = async (browser: typeof one, address: string) => {
    const response = await browser.call('auth.signIn', { email: address, password: 'wrong' }, headers)
    expect(response.statusCode).toBe(401)
    server.clock.advance(1)
    return response.body
  }
  const answers = new Set<string>()
  for (const browser of [one, one, other])
    for (const address of [email, visitor.email, 'nobody@mail.example']) answers.add(await fail(browser, address))
  expect(answers.size).toBe(1)

  const entries = await failedSignIns(2, tried)
  const details = { by: 'password', device: 'Firefox on Windows', network: expect.stringMatching(/^[\w-]{8}$/) }
  const people = { actor: null, subject: { email } }
  expect(entries).toMatchObject([
    { ...people, details: { ...details, inARow: 3 } },
    { ...people, details: { ...details, inARow: 1 } },
  ])
  expect(entries[0]?.details.network).not.toBe(entries[1]?.details.network)
  expect(JSON.stringify(await read({ limit: 200 }))).not.toMatch(/nobody@|tried-visitor/)

  await nextHour()
  await fail(one, email)
  await failedSignIns(3, tried)
})

test('a flood of wrong passwords from many networks fills nothing', async () => {
  await nextHour()
  const before = (await read({ kind: 'sign-in.failed', limit: 200 })).entries.length
  const newBrowser = browsers(server)
  for (let account = 0; account < 7; account += 1) {
    const { email } = await signedIn(server, { role: 'staff', email: `flooded-${account}@mail.example` })
    for (let turn = 0; turn < 10; turn += 1) await newBrowser().call('auth.signIn', { email, password: 'wrong' })
  }
  await failedSignIns(before + 60)
})

test('a call that an account may not make is logged once an hour for each network, with the reason', async () => {
  await nextHour()
  const visitor = await signedIn(server, { email: 'curious@mail.example' })
  const staff = await signedIn(server, { role: 'staff', email: 'curious-staff@mail.example' })
  const call = async (url: string, { headers }: SignedIn) => (await server.app.inject({ url, headers })).statusCode
  for (const person of [visitor, staff, visitor, staff]) {
    expect(await call('/api/trpc/people.list', person)).toBe(403)
    expect(await call(estimateExportPath, person)).toBe(403)
    server.clock.advance(1)
  }
  const { entries } = await read({ kind: 'access.refused' })
  const details = { reason: 'insufficient_role', device: 'Unknown device', network: expect.any(String) }
  expect(entries).toMatchObject([
    { actor: { email: staff.email }, subject: null, details },
    { actor: { email: visitor.email }, subject: null, details },
  ])
})

test.each([{ person: 'x' }, { kind: 'nothing' }, { limit: 0 }, { limit: 201 }, { cursor: '1' }])(
  'the log refuses the input %j',
  async (input) => {
    const url = `/api/trpc/people.log?input=${encodeURIComponent(JSON.stringify(input))}`
    expect((await server.app.inject({ url, headers: admin.headers })).statusCode).toBe(400)
  },
)
