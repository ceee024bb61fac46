import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { eraseAccount } from '#server/privacy/erase-account.ts'
import { finishRenamings, queueRenaming } from '#server/privacy/rename-account.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { createTestDatabase } from '#tests/support/database/test-database.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let admin: SignedIn
let leaver: SignedIn

const test = sharedApp()
beforeEach(async () => {
  await test.database.transaction(async ({ user, projectEstimate, setting }) => {
    await setting.deleteMany({ where: { name: { startsWith: 'renaming ' } } })
    await projectEstimate.deleteMany()
    await user.deleteMany()
  })
  admin = await proved({ email: 'boss@mail.example', role: 'admin' })
  leaver = await signedIn(test, { email: 'lea.ver@mail.example', role: 'staff' })
})

/** A user with a fresh proof of identity. */
async function proved(account: Parameters<typeof signedIn>[1]) {
  const person = await signedIn(test, account)
  const verifiedAt = test.clock.now()
  await test.database.transaction(({ session }) =>
    session.updateMany({ where: { id: person.sessionId }, data: { verifiedAt } }),
  )
  return person
}

async function call(who: SignedIn, procedure: string, input: unknown) {
  const response = await test.call(procedure, input, who.headers)
  return { status: response.statusCode, body: response.json() }
}

const erase = (who: SignedIn, { userId, email }: SignedIn, confirmation = email) =>
  call(who, 'privacy.eraseAccount', { userId, confirmation })

const finish = () => finishRenamings(test.database, test.clock.now(), () => false)

it('erasing the account of a colleague removes the address from the account, timelines, exports and the audit log; the work stays', async () => {
  const id = await storeEstimate(test)
  await test.database.transaction(({ user }) =>
    user.updateMany({ where: { id: leaver.userId }, data: { name: 'Lea Verheyen' } }),
  )
  await test.database.transaction(({ estimateEvent }) =>
    estimateEvent.create({
      // The account is from before accounts had names.
      data: {
        id: '0',
        estimateId: id,
        kind: 'assigned',
        at: test.clock.now(),
        details: `{"from":"${leaver.email}","to":null}`,
      },
    }),
  )
  const assigned = await call(admin, 'estimates.assign', { id, version: 1, assigneeId: leaver.userId })
  expect(assigned.status).toBe(200)
  test.clock.advance(1)
  await call(leaver, 'estimates.addNote', { id, text: 'Measured the kitchen' })
  const message = { id: randomUUID(), kind: 'estimate.staff', estimateId: id, state: 'sent' }
  await test.database.transaction(async ({ estimateExport, auditEntry, outboxMessage }) => {
    const at = test.clock.now()
    // The address was one of the staff inboxes.
    await outboxMessage.create({ data: { ...message, address: leaver.email, createdAt: at, nextAttemptAt: at } })
    const actor = { actorId: leaver.userId, actorEmail: leaver.email }
    await estimateExport.create({ data: { id: randomUUID(), ...actor, at } })
    // An account whose address was changed.
    const former = { actorId: leaver.userId, actorEmail: 'lea.old@mail.example' }
    await auditEntry.create({ data: { id: randomUUID(), kind: 'sign-in.succeeded', ...former, at, details: '{}' } })
    const failed = { subjectId: leaver.userId, subjectEmail: leaver.email, details: '{"device":"Rare on Lea’s"}' }
    await auditEntry.create({ data: { id: randomUUID(), kind: 'sign-in.failed', ...failed, at } })
  })
  const counts = () => test.database.queries.countEstimates({ assigneeId: leaver.userId }, test.clock.now())
  const before = await counts()

  expect((await erase(admin, leaver)).status).toBe(200)
  expect(await finish()).toBe(1)
  expect(await counts()).toEqual(before)
  const rows = await Promise.all(
    ['users', 'estimate_events', 'estimate_exports', 'audit_entries', 'settings', 'outbox_messages', 'nudges'].map(
      (table) => queryDatabase(test.databaseUrl, `SELECT * FROM ${table}`),
    ),
  )
  expect(JSON.stringify(rows)).not.toMatch(/lea\.(?:ver|old)@|Verheyen|Rare on/)
  const messages = await test.database.read.outboxMessage.findMany({ where: { estimateId: id } })
  expect(messages).toEqual([expect.objectContaining({ ...message, address: null })])
  const events = await test.database.read.estimateEvent.findMany({
    where: { estimateId: id },
    orderBy: { id: 'asc' },
  })
  const said = events.map(({ kind, actorEmail, details }) => [kind, actorEmail, JSON.parse(details)])
  expect(said).toEqual([
    ['assigned', null, { from: 'former colleague', to: null }],
    [
      'assigned',
      'boss@mail.example',
      { from: null, fromId: null, to: 'former colleague', toId: leaver.userId, version: 2 },
    ],
    ['note', 'former colleague', { text: 'Measured the kitchen' }],
  ])
  const entry = await test.database.read.auditEntry.findFirst({ where: { kind: 'person.erased' } })
  expect(entry).toMatchObject({ actorEmail: 'boss@mail.example', subjectEmail: 'former colleague' })
})

it('erasing the account of a colleague ends the sessions, and nobody can sign in to it again', async () => {
  await erase(admin, leaver)
  expect((await call(leaver, 'estimates.addNote', { id: randomUUID(), text: 'x' })).status).toBe(401)
  const account = await test.database.read.user.findUniqueOrThrow({ where: { id: leaver.userId } })
  expect(account).toMatchObject({
    email: `former colleague ${leaver.userId.slice(-8)}`,
    role: 'user',
    passwordHash: null,
    notifyDigest: false,
  })
})

it('lists those alone whose access was revoked, and reaches addresses from before a change', async () => {
  await signedIn(test, { email: 'invited@mail.example', role: 'staff', confirmedAt: null })
  const visitor = await signedIn(test, { email: 'visitor@mail.example', role: 'user' })
  await test.database.transaction(({ emailChange }) => {
    const at = test.clock.now()
    return emailChange.create({
      data: {
        id: randomUUID(),
        userId: leaver.userId,
        fromEmail: 'lea.old@mail.example',
        toEmail: leaver.email,
        createdAt: at,
        confirmedAt: at,
        expiresAt: at,
        messageId: randomUUID(),
      },
    })
  })
  const listed = async (): Promise<string[]> => {
    const response = await test.app.inject({ url: '/api/trpc/privacy.colleagues', headers: admin.headers })
    return response.json().result.data.people.map(({ email }: { email: string }) => email)
  }
  expect(await listed()).toEqual([])
  const revoked = { userId: leaver.userId, seenRole: 'staff', successorId: null }
  expect((await call(admin, 'people.revoke', revoked)).status).toBe(200)
  expect(await listed()).toEqual([leaver.email])
  // Whoever has a role again has not left.
  const setRole = (role: string) =>
    test.database.transaction(({ user }) => user.updateMany({ where: { id: leaver.userId }, data: { role } }))
  await setRole('staff')
  expect(await listed()).toEqual([])
  await setRole('user')
  expect((await erase(admin, visitor)).status).toBe(404)
  expect((await erase(admin, leaver)).status).toBe(200)
  expect(await test.database.read.emailChange.count()).toBe(0)
  expect(await listed()).toEqual([])
})

it('erasing the account of a colleague needs the address, typed in any case', async () => {
  const { status, body } = await erase(admin, leaver, 'ERASE')
  expect([status, body.error.message]).toEqual([400, 'Type the address of the account.'])
  expect((await erase(admin, leaver, ' Lea.Ver@mail.example ')).status).toBe(200)
  expect((await erase(admin, leaver)).status).toBe(404)
})

it('erasing the account of a colleague asks again who it is that erases', async () => {
  const other = await signedIn(test, { email: 'other@mail.example', role: 'admin' })
  const { status, body } = await erase(other, leaver)
  expect([status, body.error.data.reason]).toEqual([403, 'proof_required'])
})

it('erasing the account of a colleague is refused for the last administrator, for oneself, and to others than administrators', async () => {
  expect((await erase(leaver, admin)).status).toBe(403)
  expect((await erase(admin, admin)).body.error.message).toMatch(/^You can’t erase your own account/)
  const second = await proved({ email: 'second@mail.example', role: 'admin' })
  // Each erases the other at the same moment.
  const results = await Promise.all([erase(admin, second), erase(second, admin)])
  const statuses = results.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const left = await test.database.read.user.count({ where: { role: 'admin' } })
  expect(left).toBe(1)
})

it('erasing the account of a colleague is refused to an administrator who loses the rights at the same moment', async () => {
  const { userId: id, email, sessionId } = await proved({ email: 'loser@mail.example', role: 'admin' })
  await test.database.transaction(({ user }) => user.updateMany({ where: { id }, data: { role: 'staff' } }))
  const { database, clock } = test
  const deps = { database, clock, serverKey: testServerKey, user: { id, email }, session: { id: sessionId } }
  const erasure = eraseAccount(deps, { userId: leaver.userId, confirmation: leaver.email })
  await expect(erasure).rejects.toMatchObject({ code: 'forbidden' })
  expect(await database.read.user.count({ where: { email: leaver.email } })).toBe(1)
})

it('erasing the account of a colleague looks through the timelines in steps between which others have their turn, and goes on where it was stopped', async () => {
  // The program that serves the other tests does such work by itself.
  const { database, dispose } = await createTestDatabase()
  const now = test.clock.now()
  const estimateId = await storeEstimate({ database, clock: test.clock })
  const actor = { actorId: leaver.userId, actorEmail: leaver.email }
  const notes = Array.from({ length: 21 }, (_, index) => {
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
    return { id, estimateId, kind: 'note', at: now, details: '{"text":"x"}', ...actor }
  })
  await database.transaction(async (transaction) => {
    await transaction.estimateEvent.createMany({ data: notes })
    await queueRenaming(transaction, { id: leaver.userId, addresses: [leaver.email], name: 'former colleague' }, now)
  })
  let [asked, turns] = [0, 0]
  const otherWork = setInterval(() => (turns += 1), 1)
  expect(await finishRenamings(database, now, () => ++asked > 1, 20)).toBe(0)
  clearInterval(otherWork)
  expect(turns).toBeGreaterThan(0)
  const named = () => database.read.estimateEvent.count({ where: { actorEmail: leaver.email } })
  expect(await named()).toBe(1)
  expect(await finishRenamings(database, now, () => false)).toBe(1)
  expect(await named()).toBe(0)
  expect(await database.read.setting.count({ where: { name: { startsWith: 'renaming ' } } })).toBe(0)
  await dispose()
})
