import { beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Person } from '#shared/people.ts'
import type { Role } from '#shared/permissions.ts'
import { storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { storeVisit } from '#tests/support/estimates/store-visit.ts'
import { browsers, delivered, errorOf, goodPassword, mailedToken } from '#tests/support/server/accounts.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const boss = 'boss@mail.example'

let admin: SignedIn

const server = sharedApp({ settings: { ADMIN_EMAILS: 'Named@mail.example' } })
const newBrowser = browsers(server)
beforeEach(async () => {
  server.clock.advance(dayMs)
  await server.database.transaction(async ({ projectEstimate, user }) => {
    await projectEstimate.deleteMany()
    await user.deleteMany()
  })
  admin = await person('admin', boss)
})

/** A user who has just signed in. */
async function person(role: Role, email: string): Promise<SignedIn> {
  const signed = await signedIn(server, { role, email, passwordHash: 'some hash' })
  await server.database.transaction(({ session }) =>
    session.updateMany({ where: { id: signed.sessionId }, data: { verifiedAt: server.clock.now() } }),
  )
  return signed
}

const send = (path: string, input: unknown, { headers }: SignedIn = admin) => {
  // Entries of the log are ordered by the millisecond.
  server.clock.advance(1)
  return server.call(path, input, headers)
}
async function done(path: string, input: unknown, by: SignedIn = admin) {
  const response = await send(path, input, by)
  expect([path, response.statusCode, response.json().error?.message]).toEqual([path, 200, undefined])
  return response.json().result.data
}
async function query(path: string, input: unknown = {}, { headers }: SignedIn = admin) {
  const url = `/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await server.app.inject({ url, headers })).json().result?.data
}
async function listed(email: string): Promise<Person | undefined> {
  const { people }: { people: Person[] } = await query('people.list')
  return people.find((one) => one.email === email)
}
const roleOf = async (email: string) => (await server.database.read.user.findUnique({ where: { email } }))?.role
const logged = async () => {
  const entries = await server.database.read.auditEntry.findMany({
    where: { kind: { startsWith: 'person.' }, at: { gte: new Date(server.clock.now().getTime() - hourMs) } },
    orderBy: { id: 'asc' },
  })
  return entries.map(({ kind, actorEmail, subjectEmail, details }) => {
    return [kind, actorEmail, subjectEmail, JSON.parse(details)]
  })
}
const emailsTo = async (email: string) => (await delivered(server)).filter(({ to }) => to.includes(email))

async function invited(email: string, role = 'staff', name?: string): Promise<string> {
  await done('people.invite', { email, role, name })
  const mail = (await emailsTo(email)).at(-1)
  return new URL(mail?.link ?? '').searchParams.get('token') ?? ''
}

test('an invitation goes to the address by email, leads to a name and a password for 72 hours, and gives the role', async () => {
  const token = await invited('new@mail.example', 'admin', 'Ben')
  expect(await listed('new@mail.example')).toMatchObject({
    role: 'admin',
    name: 'Ben',
    lastSeenAt: null,
    invitation: { by: boss, isExpired: false },
  })
  const browser = newBrowser()
  expect((await browser.call('auth.openInvitation', { token })).json().result.data).toEqual({
    email: 'new@mail.example',
    name: 'Ben',
  })
  server.clock.advance(72 * hourMs - 2)
  const accepted = { token, password: goodPassword, name: ' Ben Ito ' }
  expect((await browser.call('auth.resetPassword', accepted)).statusCode).toBe(200)
  await browser.call('auth.signIn', { email: 'new@mail.example', password: goodPassword })
  expect((await browser.session()).json().result.data.user).toMatchObject({ role: 'admin', name: 'Ben Ito' })
  expect(errorOf(await newBrowser().call('auth.resetPassword', accepted))).toMatchObject({ reason: 'link_used' })
  expect(errorOf(await newBrowser().call('auth.openInvitation', { token }))).toMatchObject({ reason: 'link_used' })

  admin = await person('admin', 'later@mail.example')
  const now = server.clock.now().toISOString()
  expect(await listed('new@mail.example')).toMatchObject({ name: 'Ben Ito', invitation: null, lastSeenAt: now })
  const entries = await server.database.read.auditEntry.findMany({ where: { subjectEmail: 'new@mail.example' } })
  expect(entries.map(({ kind, details }) => [kind, details])).toEqual([['person.invited', '{"role":"admin"}']])
  expect((await logged()).map(([kind, actor]) => [kind, actor])).toEqual([['person.joined', 'new@mail.example']])
})

test('an invitation opens nothing once it has expired, and the list says so', async () => {
  const token = await invited('late@mail.example')
  server.clock.advance(72 * hourMs)
  for (const procedure of ['auth.openInvitation', 'auth.resetPassword']) {
    const input = { token, ...(procedure === 'auth.resetPassword' ? { password: goodPassword } : {}) }
    expect(errorOf(await newBrowser().call(procedure, input))).toMatchObject({ reason: 'otp_expired' })
  }
  admin = await person('admin', 'later@mail.example')
  expect((await listed('late@mail.example'))?.invitation).toMatchObject({ isExpired: true, linkUntil: null })
})

test('an invitation that is over gives no role by another link either, and the log says who came too late', async () => {
  for (const isLate of [false, true]) {
    const email = `${isLate ? 'late' : 'in-time'}@mail.example`
    await invited(email)
    if (isLate) server.clock.advance(72 * hourMs)
    const browser = newBrowser()
    await browser.call('auth.requestPasswordReset', { email })
    const token = await mailedToken(server, email)
    expect((await browser.call('auth.resetPassword', { token, password: goodPassword })).statusCode).toBe(200)
    expect(await roleOf(email)).toBe(isLate ? 'user' : 'staff')
  }
  expect((await logged()).filter(([kind]) => kind !== 'person.invited')).toEqual([
    ['person.invitation-expired', 'late@mail.example', null, { role: 'staff' }],
  ])
})

test('an invitation is sent again at most once a minute and ten times a day, and each link works', async () => {
  const first = await invited('again@mail.example')
  const userId = (await listed('again@mail.example'))?.id
  expect(errorOf(await send('people.inviteAgain', { userId }))).toMatchObject({ status: 429 })
  for (let sent = 1; sent < 10; sent += 1) {
    server.clock.advance(minuteMs)
    await done('people.inviteAgain', { userId })
  }
  server.clock.advance(minuteMs)
  admin = await person('admin', 'second@mail.example')
  expect(errorOf(await send('people.inviteAgain', { userId }))).toMatchObject({ status: 429 })
  expect(await emailsTo('again@mail.example')).toHaveLength(10)
  expect((await newBrowser().call('auth.openInvitation', { token: first })).statusCode).toBe(200)
})

test('an invitation that is withdrawn ends its links and leaves no account', async () => {
  const token = await invited('typo@mail.example')
  const userId = (await listed('typo@mail.example'))?.id
  await done('people.withdraw', { userId })
  expect(await roleOf('typo@mail.example')).toBeUndefined()
  expect(errorOf(await newBrowser().call('auth.openInvitation', { token }))).toMatchObject({ reason: 'otp_expired' })
  expect(errorOf(await send('people.withdraw', { userId }))).toMatchObject({ status: 404 })
  expect(errorOf(await send('people.inviteAgain', { userId }))).toMatchObject({ status: 404 })
  expect((await logged()).map(([kind]) => kind)).toEqual(['person.invited', 'person.invitation-withdrawn'])
})

test('an invitation that is withdrawn while its email waits is not sent', async () => {
  await server.database.transaction(async ({ outboxMessage, user }) => {
    const now = server.clock.now()
    await user.create({ data: { id: 'waiting', email: 'waiting@mail.example', role: 'user', createdAt: now } })
    const message = { id: 'waiting', kind: 'account.invitation', address: 'waiting@mail.example' }
    await outboxMessage.create({ data: { ...message, createdAt: now, nextAttemptAt: now } })
  })
  expect(await emailsTo('waiting@mail.example')).toEqual([])
})

test('an invitation of an address that has an account gives that account the role, says so, and makes no second one', async () => {
  const { userId, email } = await person('user', 'visitor@mail.example')
  expect(await done('people.invite', { email: 'Visitor@Mail.example', role: 'staff', name: 'Not Theirs' })).toEqual({
    outcome: 'role-given',
    email,
    name: null,
  })
  expect(await server.database.read.user.findMany({ where: { email } })).toMatchObject([
    { id: userId, role: 'staff', name: null, invitedAt: null },
  ])
  const [mail] = await emailsTo(email)
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('You can now work on estimate requests, as a staff member.')
  expect(await logged()).toEqual([['person.role-changed', boss, email, { from: 'user', to: 'staff' }]])
})

test('an invitation of somebody who has access or an open invitation is refused at the field, and changes nothing', async () => {
  await person('admin', 'colleague@mail.example')
  await invited('open@mail.example', 'admin')
  for (const [email, text] of [
    ['colleague@mail.example', 'This person already has access, as Administrator. Change the role in the list.'],
    ['open@mail.example', 'This address already has an open invitation. Send it again from the list.'],
  ] as const) {
    const refused = (await send('people.invite', { email, role: 'staff' })).json().error.data
    expect([refused.httpStatus, refused.fieldErrors]).toEqual([409, { email: [text] }])
    expect(await roleOf(email)).toBe('admin')
  }
})

test('an invitation makes an address that ADMIN_EMAILS names an administrator, and the list says that it is named', async () => {
  const token = await invited('named@mail.example')
  expect(await listed('named@mail.example')).toMatchObject({ role: 'staff', isInSettings: true })
  await newBrowser().call('auth.resetPassword', { token, password: goodPassword })
  expect(await roleOf('named@mail.example')).toBe('admin')
  const { id: userId } = (await listed('named@mail.example')) ?? {}
  await done('people.changeRole', { userId, seenRole: 'admin', role: 'staff' })
  expect(await roleOf('named@mail.example')).toBe('staff')
})

test('a role that is changed holds from the next request on, and is told by email and in the log', async () => {
  const colleague = await person('staff', 'colleague@mail.example')
  const { userId, email } = colleague
  await done('people.changeRole', { userId, seenRole: 'staff', role: 'admin' })
  expect((await query('people.list', undefined, colleague)).people).toHaveLength(2)
  await done('people.changeRole', { userId, seenRole: 'admin', role: 'staff' })
  expect(errorOf(await send('people.invite', { email: 'x@mail.example', role: 'staff' }, colleague))).toMatchObject({
    status: 403,
    reason: 'insufficient_role',
  })
  expect(await emailsTo(email)).toHaveLength(2)
  expect(await logged()).toEqual([
    ['person.role-changed', boss, email, { from: 'staff', to: 'admin' }],
    ['person.role-changed', boss, email, { from: 'admin', to: 'staff' }],
  ])
})

test('a role that another administrator has changed since the page showed it is not overwritten', async () => {
  const { userId, email } = await person('staff', 'colleague@mail.example')
  await done('people.changeRole', { userId, seenRole: 'staff', role: 'admin' })
  for (const [path, input] of [
    ['people.changeRole', { role: 'admin' }],
    ['people.revoke', { successorId: null }],
  ] as const) {
    const response = await send(path, { userId, seenRole: 'staff', ...input })
    expect([response.statusCode, response.json().error.message]).toEqual([
      409,
      'Someone else changed this person’s role. Nothing was saved. The page shows it now.',
    ])
  }
  expect(await roleOf(email)).toBe('admin')
})

test('a role of one’s own is given up only with one’s own address typed', async () => {
  await person('admin', 'other@mail.example')
  const { userId } = admin
  for (const confirmation of [undefined, '', 'other@mail.example'])
    for (const [path, input] of [
      ['people.changeRole', { role: 'staff' }],
      ['people.revoke', { successorId: null }],
    ] as const) {
      const response = await send(path, { userId, seenRole: 'admin', ...input, confirmation })
      expect([response.statusCode, Object.keys(response.json().error.data.fieldErrors)]).toEqual([
        400,
        ['confirmation'],
      ])
    }
  await done('people.changeRole', { userId, seenRole: 'admin', role: 'staff', confirmation: ' Boss@mail.example ' })
  expect(await roleOf(boss)).toBe('staff')
})

test('a role is changed only soon after the administrator has proved who they are', async () => {
  const { userId } = await person('staff', 'colleague@mail.example')
  server.clock.advance(11 * minuteMs)
  for (const [path, input] of [
    ['people.invite', { email: 'x@mail.example', role: 'staff' }],
    ['people.inviteAgain', { userId }],
    ['people.changeRole', { userId, seenRole: 'staff', role: 'admin' }],
    ['people.revoke', { userId, seenRole: 'staff', successorId: null }],
  ] as const)
    expect([path, errorOf(await send(path, input))]).toMatchObject([path, { status: 403, reason: 'proof_required' }])
  expect(await logged()).toEqual([])
})

describe('the last administrator', () => {
  const sentence = 'This is the last administrator. Make someone else an administrator first. Nothing was changed.'

  test('can be neither demoted nor revoked, and an invited administrator does not count', async () => {
    await invited('soon@mail.example', 'admin')
    const { userId } = admin
    for (const [path, input] of [
      ['people.changeRole', { role: 'staff' }],
      ['people.revoke', { successorId: null }],
    ] as const) {
      const response = await send(path, { userId, seenRole: 'admin', ...input, confirmation: boss })
      expect([response.statusCode, response.json().error.message]).toEqual([409, sentence])
    }
    expect(await roleOf(boss)).toBe('admin')
    expect(await server.database.read.session.count({ where: { userId } })).toBe(1)
  })

  test('A15 is left when two administrators give up their rights at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      await server.database.transaction(({ user }) => user.deleteMany())
      const pair = [await person('admin', 'one@mail.example'), await person('admin', 'two@mail.example')]
      const statuses = await Promise.all(
        pair.map(async (own, index) => {
          const change = { userId: own.userId, seenRole: 'admin', confirmation: own.email }
          const response = await ((round + index) % 2 === 0
            ? send('people.revoke', { ...change, successorId: null }, own)
            : send('people.changeRole', { ...change, role: 'staff' }, own))
          return response.statusCode
        }),
      )
      expect(statuses.toSorted()).toEqual([200, 409])
      expect(await server.database.read.user.count({ where: { role: 'admin' } })).toBe(1)
    }
  })

  test('is left when two administrators demote each other at the same moment, and only one of them succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      await server.database.transaction(({ user }) => user.deleteMany())
      const [one, two] = [await person('admin', 'one@mail.example'), await person('admin', 'two@mail.example')]
      await person('admin', 'three@mail.example')
      const demote = (by: SignedIn, { userId }: SignedIn) =>
        send('people.changeRole', { userId, seenRole: 'admin', role: 'staff' }, by)
      const responses = await Promise.all([demote(one, two), demote(two, one)])
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
      expect(await server.database.read.user.count({ where: { role: 'admin' } })).toBe(2)
    }
  })
})

describe('access that is revoked', () => {
  async function withEstimates(successor?: SignedIn) {
    const leaver = await person('staff', 'leaver@mail.example')
    const ids = await storeEstimates(server, [{}, {}, {}])
    await server.database.transaction(async ({ projectEstimate }) => {
      await projectEstimate.updateMany({ where: { id: { in: ids } }, data: { assigneeId: leaver.userId } })
      await projectEstimate.updateMany({ where: { id: ids[2] ?? '' }, data: { outcome: 'won' } })
    })
    expect(await query('people.openEstimates', { userId: leaver.userId })).toEqual({ open: 2 })
    const input = { userId: leaver.userId, seenRole: 'staff', successorId: successor?.userId ?? null }
    return { leaver, ids, input }
  }

  test('gives the open estimates to somebody else, with an event each, and keeps the closed ones', async () => {
    const successor = await person('staff', 'successor@mail.example')
    const { leaver, ids, input } = await withEstimates(successor)
    expect(await done('people.revoke', input)).toEqual({ handedOver: 2 })
    const rows = await server.database.read.projectEstimate.findMany()
    const byId = ids.map((id) => rows.find((row) => row.id === id))
    expect(byId.map((row) => [row?.assigneeId, row?.version])).toEqual([
      [successor.userId, 2],
      [successor.userId, 2],
      [leaver.userId, 1],
    ])
    const { timeline } = await query('estimates.get', { id: ids[0] })
    expect(timeline.at(-1)).toMatchObject({
      kind: 'assigned',
      from: 'leaver@mail.example',
      to: 'successor@mail.example',
      by: boss,
    })
    expect((await emailsTo('successor@mail.example')).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('A colleague’s open requests are yours now'),
    ])
    const details = { from: 'staff', estimates: 2 }
    expect(await logged()).toEqual([['person.revoked', boss, 'leaver@mail.example', details]])
  })

  test('A15 ends sessions and links at once, and leaves the account without a role and its estimates to nobody', async () => {
    const { leaver, input } = await withEstimates()
    await server.database.transaction(({ emailToken }) => {
      const [createdAt, expiresAt] = [server.clock.now(), new Date(server.clock.now().getTime() + hourMs)]
      return emailToken.create({
        data: { id: 'link', digest: 'link', userId: leaver.userId, purpose: 'reset', createdAt, expiresAt },
      })
    })
    await done('people.revoke', input)
    expect(errorOf(await send('estimates.addNote', { id: input.userId, text: 'x' }, leaver))).toMatchObject({
      status: 401,
      reason: 'session_not_found',
    })
    const { userId } = leaver
    expect(await server.database.read.emailToken.count({ where: { userId } })).toBe(0)
    expect(await roleOf('leaver@mail.example')).toBe('user')
    const open = await server.database.read.projectEstimate.findMany({ where: { outcome: 'open' } })
    expect(open.map(({ assigneeId }) => assigneeId)).toEqual([null, null])
    expect(await listed('leaver@mail.example')).toBeUndefined()
  })

  test('leaves visits that are ahead to nobody, and those that are over to who made them', async () => {
    const { leaver, ids, input } = await withEstimates(await person('staff', 'successor@mail.example'))
    const at = (hours: number) => new Date(server.clock.now().getTime() + hours * hourMs)
    const [ahead, over, visited] = await Promise.all(
      [{ startsAt: at(24) }, { startsAt: at(-24) }, { startsAt: at(2), doneAt: at(0) }].map((columns, index) =>
        storeVisit(server.database, { estimateId: ids[index] ?? '', assigneeId: leaver.userId, ...columns }),
      ),
    )
    await done('people.revoke', input)
    const visits = await server.database.read.visit.findMany({ select: { id: true, assigneeId: true } })
    expect(new Map(visits.map(({ id, assigneeId }) => [id, assigneeId]))).toEqual(
      new Map([
        [ahead, null],
        [over, leaver.userId],
        [visited, leaver.userId],
      ]),
    )
  })

  test('changes nothing if the one who should take over has left, too', async () => {
    const gone = await person('user', 'gone@mail.example')
    const { leaver, input } = await withEstimates(gone)
    expect((await send('people.revoke', input)).statusCode).toBe(400)
    expect(await roleOf('leaver@mail.example')).toBe('staff')
    expect(await query('people.openEstimates', { userId: leaver.userId })).toEqual({ open: 2 })
  })
})
