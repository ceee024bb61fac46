import ICAL from 'ical.js'
import { beforeEach, expect, it } from 'vitest'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { systemClock } from '#server/clock.ts'
import { callOffVisit, completeVisit, saveVisit } from '#server/estimates/work/visits.ts'
import { calendarFile, type MailMessage } from '#server/mail/messages/message.ts'
import { eraseEstimates, erasureLocks } from '#server/privacy/erase-estimates.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'
import { outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }
const visitor = 'grace@mail.example'
const user = { id: 'x', email: 'staff@builders.example' }
const day = addDays(newYorkDay(new Date()), 7)
let id: string
let ada: { id: string; email: string }
let max: { id: string; email: string }
let sent: MailMessage[]

beforeEach(async () => {
  id = await storeEstimate(
    { database: fixture.database, clock: systemClock as never },
    { email: visitor, name: 'Grace' },
  )
  ada = await storeStaff(fixture.database, { email: `ada-${id}@builders.example`, name: 'Ada Romero' })
  max = await storeStaff(fixture.database, { email: `max-${id}@builders.example` })
  sent = []
})

const deps = () => ({ database: fixture.database, clock: systemClock, user })
const save = (sequence: number | null, input: Record<string, unknown> = {}) => {
  const version = sequence === null ? 1 : sequence + 2
  const wanted = { day, from: '10:00', to: '11:00', place: '12 Elm St', assigneeId: ada.id, ...input }
  return saveVisit(deps(), { id, version, sequence, ...wanted })
}

/** Sends what is queued, and waits until nothing is. */
async function deliver(): Promise<void> {
  const send = async (message: MailMessage) => {
    sent.push(message)
    return { providerId: `accepted-${message.id}` }
  }
  const worker = fixture.worker({ transport: { send } })
  worker.start()
  await expect.poll(() => fixture.count('pending'), patience).toBe(0)
  await worker.stop(1_000)
}

function read({ to, subject, calendar }: MailMessage) {
  const component = new ICAL.Component(ICAL.parse(calendar?.text ?? ''))
  const [event] = component.getAllSubcomponents('vevent')
  return {
    to: to[0],
    heading: subject.split(':')[0],
    method: component.getFirstPropertyValue('method'),
    sequence: event?.getFirstPropertyValue('sequence'),
    status: event?.getFirstPropertyValue('status'),
  }
}
const to = (address: string) => sent.filter((message) => message.to[0] === address).map(read)

it('sends each change with the same UID, a growing sequence and its method', async () => {
  await save(null)
  await deliver()
  for (const sequence of [0, 1, 2, 3, 4]) {
    await save(sequence, { from: `1${sequence}:30`, to: `1${sequence}:45` })
    await deliver()
  }
  await callOffVisit(deps(), { id, version: 7, sequence: 5 })
  await deliver()
  const request = { to: visitor, method: 'REQUEST', status: 'CONFIRMED' }
  const [first, ...moved] = to(visitor)
  expect(first).toEqual({ ...request, heading: 'Our visit', sequence: 0 })
  expect(moved).toEqual([
    ...[1, 2, 3, 4, 5].map((sequence) => ({ ...request, heading: 'Our visit has changed', sequence })),
    { to: visitor, heading: 'Our visit is called off', method: 'CANCEL', sequence: 6, status: 'CANCELLED' },
  ])
  expect(to(ada.email).map(({ heading }) => heading)).toEqual([
    ...['Visit planned', ...Array(5).fill('Visit changed'), 'Visit called off'],
  ])
  const uids = sent.map(({ calendar }) => /UID:(.*)/.exec(calendar?.text ?? '')?.[1])
  expect(new Set(uids).size).toBe(1)
  expect(uids[0]).toMatch(/^[\da-f-]{36}@www\.builders\.example\r?$/)
  const [message] = sent
  expect(message?.calendar && calendarFile(message.calendar).type).toBe('text/calendar; charset=utf-8; method=REQUEST')
  expect(message?.text).toContain('12 Elm St')
})

it('sends only the last of several changes that wait, and one that is tried late says what counts by then', async () => {
  await save(null)
  await save(0, { from: '12:00', to: '13:00' })
  await deliver()
  expect(to(visitor)).toMatchObject([{ heading: 'Our visit', sequence: 1 }])
  expect(sent).toHaveLength(2)
  await callOffVisit(deps(), { id, version: 3, sequence: 1 })
  // The first email comes again, as after an answer that was lost.
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { state: 'sent' }, data: { state: 'pending', nextAttemptAt: new Date() } }),
  )
  await deliver()
  expect(to(visitor).slice(1)).toMatchObject([{ method: 'CANCEL', sequence: 2 }])
})

it('tells nobody that a visit is called off or handed over who never heard of it', async () => {
  await save(null)
  await save(0, { assigneeId: max.id })
  await deliver()
  expect(new Set(sent.map((message) => message.to[0]))).toEqual(new Set([visitor, max.email]))
  expect(sent).toHaveLength(2)
  await callOffVisit(deps(), { id, version: 3, sequence: 1 })
  await deliver()
  sent = []
  const next = { day, from: '10:00', to: '11:00', place: '12 Elm St', assigneeId: ada.id }
  await saveVisit(deps(), { id, version: 4, sequence: null, ...next })
  await callOffVisit(deps(), { id, version: 5, sequence: 0 })
  await deliver()
  expect(sent).toEqual([])
})

it('cancels a visit whose first email was tried, since it may have arrived', async () => {
  await save(null)
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { estimateId: id, address: null }, data: { attempts: 1 } }),
  )
  await callOffVisit(deps(), { id, version: 2, sequence: 0 })
  await deliver()
  expect(sent.map(read)).toMatchObject([{ to: visitor, method: 'CANCEL', sequence: 1 }])
})

it('sends a change that a process has saved whose clock is behind', async () => {
  await save(null)
  await deliver()
  const behind = { now: () => new Date(Date.now() - 60_000) }
  const wanted = { day, from: '12:00', to: '13:00', place: '12 Elm St', assigneeId: ada.id }
  await saveVisit({ ...deps(), clock: behind as never }, { id, version: 2, sequence: 0, ...wanted })
  await deliver()
  expect(to(visitor)[1]).toMatchObject({ heading: 'Our visit has changed', sequence: 1 })
})

it('cancels the visit for who made it, and asks who makes it now', async () => {
  await save(null)
  await deliver()
  await save(0, { assigneeId: max.id })
  await deliver()
  expect(to(ada.email)[1]).toMatchObject({
    heading: 'Visit handed over',
    method: 'CANCEL',
    sequence: 1,
    status: 'CANCELLED',
  })
  expect(to(max.email)).toMatchObject([
    { heading: 'Visit planned', method: 'REQUEST', sequence: 1, status: 'CONFIRMED' },
  ])
  expect(to(visitor)[1]).toMatchObject({ method: 'REQUEST', sequence: 1 })
})

it('tells the assignee of an erased request that the visit is called off, and nothing about the customer', async () => {
  await save(null)
  await deliver()
  sent = []
  await fixture.database.transaction(async (transaction, statements) => {
    await statements.lock(erasureLocks([id]))
    await eraseEstimates(transaction, statements, { ids: [id], actor: null, cause: 'request', at: new Date() })
  })
  await deliver()
  expect(sent.map(read)).toEqual([
    { to: ada.email, heading: 'Visit called off', method: 'CANCEL', sequence: 1, status: 'CANCELLED' },
  ])
  const [message] = sent
  const whole = `${message?.subject}${message?.text}${message?.html}${message?.calendar?.text}`
  expect(whole).not.toMatch(/Grace|Elm St|mail\.example/)
  expect(await fixture.database.read.visit.findFirst({ where: { estimateId: id } })).toMatchObject({ place: '' })
})

it.each<[string, () => Promise<unknown>]>([
  ['was done', () => completeVisit(deps(), { id, version: 2, sequence: 0 })],
  [
    'is over',
    () =>
      fixture.database.transaction(({ visit }) =>
        visit.updateMany({ where: { estimateId: id }, data: { endsAt: new Date() } }),
      ),
  ],
])('sends nothing about a visit that %s before it could be sent', async (_what, happen) => {
  await save(null)
  await happen()
  await deliver()
  expect(sent).toEqual([])
})

it('tells neither a visitor without an address nor an assignee who left the staff', async () => {
  const change = (data: Partial<ProjectEstimate>) =>
    fixture.database.transaction(({ projectEstimate }) => projectEstimate.updateMany({ where: { id }, data }))
  await change({ email: '' })
  await save(null)
  await fixture.database.transaction(({ user }) => user.updateMany({ where: { id: ada.id }, data: { role: 'user' } }))
  await deliver()
  expect(sent).toEqual([])
})
