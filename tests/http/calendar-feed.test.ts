import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs } from '#shared/durations.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

let fault: Error | undefined

const server = sharedApp({
  settings: trustLoopback,
  database: (database) => ({
    ...database,
    read: new Proxy(database.read, {
      get: (read, name) => {
        if (fault) throw fault
        return Reflect.get(read, name)
      },
    }),
  }),
})
let person: SignedIn

beforeEach(async () => {
  person = await signedIn(server, { role: 'staff' })
})
afterEach(() => {
  fault = undefined
})

async function set(on: boolean): Promise<string> {
  const answer = (await server.call('calendar.setFeed', { on }, person.headers)).json()
  return new URL(answer.result.data.url ?? 'https://none.example').pathname
}
const open = (url: string, headers: Record<string, string> = fromElsewhere(), method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ url, headers, method })
const store = (columns: EstimateColumns = {}) =>
  storeEstimate(server, { reference: randomUUID(), assigneeId: person.userId, name: 'Grace Hopper', ...columns })

async function visit(startsAt: Date, { columns, ...more }: { calledOffAt?: Date; columns?: EstimateColumns } = {}) {
  const id = newId()
  const endsAt = new Date(startsAt.getTime() + 90 * 60_000)
  const estimateId = await store(columns)
  await server.database.transaction((tables) =>
    tables.visit.create({
      data: { id, estimateId, startsAt, endsAt, place: '12 Elm St, Troy', assigneeId: person.userId, ...more },
    }),
  )
  return { id, estimateId }
}

/** Reads the events with both parsers, which must agree. */
async function eventsOf(url: string) {
  const { body } = await open(url)
  const component = new ICAL.Component(ICAL.parse(body))
  const [zone] = component.getAllSubcomponents('vtimezone')
  if (!zone) throw new Error('no zone')
  ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  const events = component.getAllSubcomponents('vevent').map((found) => {
    const event = new ICAL.Event(found)
    return {
      uid: event.uid,
      summary: event.summary,
      url: found.getFirstPropertyValue('url'),
      start: event.startDate.isDate ? event.startDate.toString() : event.startDate.toJSDate().toISOString(),
      end: event.startDate.isDate ? undefined : event.endDate.toJSDate().toISOString(),
    }
  })
  const others = (convertIcsCalendar(undefined, body).events ?? []).map(({ uid, summary, url, start, end }) => ({
    uid,
    summary,
    url,
    start: start.type === 'DATE' ? start.date.toISOString().slice(0, 'YYYY-MM-DD'.length) : start.date.toISOString(),
    end: start.type === 'DATE' ? undefined : end?.date.toISOString(),
  }))
  expect(others).toEqual(events)
  return events
}

describe('the calendar of a staff member', () => {
  test('has the visits, follow-ups and due proposals of the person', async () => {
    const day = newYorkDay(server.clock.now())
    const url = await set(true)
    const link = (await server.app.inject({ url: '/api/trpc/calendar.feed', headers: person.headers })).json().result
      .data.url
    const { id, estimateId } = await visit(new Date(server.clock.now().getTime() + dayMs))
    const other = await store({ name: 'Alan', followUpOn: addDays(day, 2), proposalDueOn: addDays(day, 3) })
    await store({ proposalDueOn: day, proposalSentAt: server.clock.now() })
    await store({ followUpOn: addDays(day, -31) })
    await store({ followUpOn: day, outcome: 'lost' })
    await store({ followUpOn: day, assigneeId: null })
    await visit(server.clock.now(), { calledOffAt: server.clock.now() })
    await visit(server.clock.now(), { columns: { withdrawnAt: server.clock.now() } })
    await visit(new Date(server.clock.now().getTime() + 402 * dayMs))
    const { origin, host } = new URL(link)
    const shown = (await eventsOf(url)).map(({ uid, summary, url: opens, start }) => [uid, summary, opens, start])
    expect(shown).toEqual([
      [
        `${id}@${host}`,
        'Visit: Grace Hopper',
        `${origin}/admin/estimates/${estimateId}`,
        new Date(server.clock.now().getTime() + dayMs).toISOString(),
      ],
      [`follow-up-${other}@${host}`, 'Follow up: Alan', `${origin}/admin/estimates/${other}`, addDays(day, 2)],
      [`proposal-${other}@${host}`, 'Proposal due: Alan', `${origin}/admin/estimates/${other}`, addDays(day, 3)],
    ])
    const { body, headers } = await open(url)
    for (const line of ['METHOD:PUBLISH', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'])
      expect(body.split('\r\n')).toContain(line)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    expect(headers['set-cookie']).toBeUndefined()
  })

  test.each([
    ['2027-03-14', '2027-03-14T13:00:00.000Z', '2027-03-14T14:30:00.000Z'],
    ['2027-11-07', '2027-11-07T06:30:00.000Z', '2027-11-07T08:00:00.000Z'],
  ])('has the right times when clocks change on %s', async (day, start, end) => {
    const before = server.clock.now().getTime()
    server.clock.advance(Date.parse(day) - before)
    person = await signedIn(server, { role: 'staff' })
    const url = await set(true)
    await visit(new Date(start))
    expect(await eventsOf(url)).toMatchObject([{ start, end }])
    server.clock.advance(before - server.clock.now().getTime())
  })

  test('is sent again only once it says something else', async () => {
    const url = await set(true)
    const { estimateId } = await visit(server.clock.now())
    const { etag = '' } = (await open(url)).headers
    server.clock.advance(60_000)
    const again = await open(url, { ...fromElsewhere(), 'if-none-match': String(etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const head = await open(url, fromElsewhere(), 'HEAD')
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', etag])
    await server.database.transaction((tables) =>
      tables.projectEstimate.updateMany({ where: { id: estimateId }, data: { name: 'Ada' } }),
    )
    expect((await open(url, { ...fromElsewhere(), 'if-none-match': String(etag) })).statusCode).toBe(200)
  })

  test('ends with a new address, when it is off, and with the role', async () => {
    const first = await set(true)
    const second = await set(true)
    const status = async (url: string) => (await open(url)).statusCode
    expect([first === second, await status(first), await status(second)]).toEqual([false, 404, 200])
    await set(false)
    expect(await status(second)).toBe(404)
    const third = await set(true)
    expect([await status(first), await status(second), await status(third)]).toEqual([404, 404, 200])
    await server.database.transaction(({ user }) =>
      user.updateMany({ where: { id: person.userId }, data: { role: 'user' } }),
    )
    const lost = await open(third)
    expect(lost.statusCode).toBe(404)
    const wrong = [`${third.slice(0, -5)}A.ics`, '/calendar/', '/calendar/a/b.ics', third.replace('.ics', '')]
    for (const url of wrong) expect((await open(url)).body).toBe(lost.body)
  })

  test.each<[string, string, Record<string, unknown>]>([
    ['access was taken away', 'people.revoke', { seenRole: 'staff', successorId: null }],
    ['the account was erased', 'privacy.eraseAccount', {}],
  ])('does not return with the role once %s', async (_what, procedure, input) => {
    const url = await set(true)
    const { userId, email } = person
    const setRole = (role: string) =>
      server.database.transaction(({ user }) => user.updateMany({ where: { id: userId }, data: { role } }))
    const admin = await signedIn(server, { role: 'admin' })
    await server.database.transaction(({ session }) =>
      session.updateMany({ where: { id: admin.sessionId }, data: { verifiedAt: server.clock.now() } }),
    )
    await setRole('user')
    await setRole('staff')
    expect((await open(url)).statusCode).toBe(200)
    const given = { userId, confirmation: email, ...input }
    expect((await server.call(procedure, given, admin.headers)).statusCode).toBe(200)
    await setRole('staff')
    expect((await open(url)).statusCode).toBe(404)
  })

  test('is limited to 60 wrong addresses an hour for each IP address, and to 120 a minute', async () => {
    const [url, guesser, reader] = [await set(true), fromElsewhere(), fromElsewhere()]
    for (let count = 0; count < 60; count += 1) expect((await open('/calendar/a.ics', guesser)).statusCode).toBe(404)
    expect((await open('/calendar/a.ics', guesser)).statusCode).toBe(429)
    expect((await open(url, guesser)).statusCode).toBe(200)
    for (let count = 0; count < 120; count += 1) expect((await open(url, reader)).statusCode).toBe(200)
    expect((await open(url, reader)).statusCode).toBe(429)
  })

  test('D9 has no address in the log, also when the database fails', async () => {
    const url = await set(true)
    await open(url)
    await open(`${url}x`)
    fault = new DatabaseUnavailable('the disk is gone')
    const { statusCode, headers } = await open(url)
    expect([statusCode, headers['retry-after']]).toEqual([503, '60'])
    expect(server.logLines().some(({ route }) => route === '/calendar/*')).toBe(true)
    expect(server.log()).not.toContain(url.slice(-20))
  })

  test('needs the key', async () => {
    const keyless = await createTestApp({ secretsKey: null })
    onTestFinished(() => keyless.dispose())
    const { headers } = await signedIn(keyless, { role: 'staff' })
    const read = await keyless.app.inject({ url: '/api/trpc/calendar.feed', headers })
    expect(read.json().result.data).toEqual({ hasKey: false, url: null })
    expect((await keyless.call('calendar.setFeed', { on: true }, headers)).statusCode).toBe(409)
  })
})
