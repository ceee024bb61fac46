import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import type { PhoneEstimateInput } from '#shared/estimates/phone-estimate.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { openLivePage } from '#tests/support/server/live-page.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()

const ago = (ms: number) => new Date(site.server.clock.now().getTime() - ms)

function phoneEstimate(overrides: Partial<PhoneEstimateInput> = {}): PhoneEstimateInput {
  return { ...answers, requestKey: randomUUID(), calledAt: ago(hourMs).toISOString(), ...overrides }
}

const add = (input: PhoneEstimateInput, headers = site.staff.headers) =>
  site.server.call('estimates.addPhoneEstimate', input, headers)

async function added(input: PhoneEstimateInput): Promise<{ id: string; reference: string }> {
  const answer = await add(input)
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}

async function read(procedure: string, input: object) {
  const url = `/api/trpc/estimates.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await site.server.app.inject({ url, headers: site.staff.headers })
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}

const fieldErrors = async (input: PhoneEstimateInput) => (await add(input)).json().error.data.fieldErrors

test('an estimate that came by phone counts from the time of the call, which is logged as its first contact', async () => {
  const calledAt = ago(3 * hourMs)
  const { id, reference } = await added(
    phoneEstimate({ calledAt: calledAt.toISOString(), caller: 'Her son Ben', note: 'Wants an island.' }),
  )
  const { estimate, work, timeline } = await read('get', { id })
  const at = calledAt.toISOString()
  expect(estimate).toMatchObject({
    ...answers,
    reference,
    source: 'phone',
    createdAt: at,
    firstContactAt: at,
    dueAt: new Date(calledAt.getTime() + dayMs).toISOString(),
    quarantineReasons: [],
  })
  expect(work).toMatchObject({ version: 1, status: 'in_progress', outcome: 'open', quarantine: null })
  const events: TimelineEvent[] = timeline
  expect(events.map(({ id: _id, ...event }) => event)).toEqual([
    { kind: 'created', at, by: null, source: 'phone' },
    {
      kind: 'contact',
      at,
      by: 'staff@mail.example',
      byId: site.staff.userId,
      channel: 'call',
      note: 'Wants an island.',
    },
    { kind: 'entered', at: site.server.clock.now().toISOString(), by: 'staff@mail.example', caller: 'Her son Ben' },
  ])
})

test.each([
  ['recommendation', 'recommendation'],
  [' Saw our Truck ', 'saw our truck'],
  ['', 'phone'],
  [undefined, 'phone'],
])(
  'an estimate that came by phone from someone who heard of us by %j has the lead source %s',
  async (heardFrom, stored) => {
    const { id } = await added(phoneEstimate(heardFrom === undefined ? {} : { heardFrom }))
    expect((await read('get', { id })).estimate.leadSource).toBe(stored)
  },
)

test('an estimate that came by phone is found and listed like any other, and open pages learn of it', async () => {
  const live = await openLivePage(await site.server.listen(), site.staff)
  const { id } = await added(phoneEstimate({ name: 'Philippa Ring' }))
  await expect.poll(() => live.told().created).toEqual([id])
  live.close()
  const list = await read('list', { q: 'phili' })
  expect(list).toMatchObject({ total: 1, items: [{ id, source: 'phone' }] })
})

test('an estimate that came by phone mails nobody unless the confirmation is wanted, which goes to the customer alone', async () => {
  await added(phoneEstimate({ email: 'silent@example.com' }))
  const { id } = await added(phoneEstimate({ email: 'wanted@example.com', sendConfirmation: true }))
  await expect.poll(() => site.server.sent.length).toBe(1)
  expect(site.server.sent[0]).toMatchObject({ kind: 'estimate.visitor', to: ['wanted@example.com'] })
  const messages = await site.server.database.read.outboxMessage.findMany({ select: { estimateId: true } })
  expect(messages).toEqual([{ estimateId: id }])
})

test('an estimate that came by phone causes no email when it is released from spam, and keeps its deadline', async () => {
  const calledAt = ago(hourMs)
  const { id } = await added(phoneEstimate({ calledAt: calledAt.toISOString() }))
  await site.server.call('estimates.confirmSpam', { id, version: 1 }, site.staff.headers)
  const released = await site.server.call('estimates.release', { id, version: 2 }, site.staff.headers)
  expect(released.json().result.data.work.dueAt).toBe(new Date(calledAt.getTime() + dayMs).toISOString())
  expect(await site.server.database.read.outboxMessage.count({ where: { estimateId: id } })).toBe(0)
})

test('an estimate that came by phone needs a phone number or an email address, and no email address for a number alone', async () => {
  const { id } = await added(phoneEstimate({ email: ' ', phone: '(212) 555-0144' }))
  expect((await read('get', { id })).estimate).toMatchObject({ email: '', phone: '(212) 555-0144' })
  expect(await fieldErrors(phoneEstimate({ email: '', phone: '' }))).toEqual({
    phone: ['Please enter a phone number or an email address.'],
  })
  expect(await fieldErrors(phoneEstimate({ email: '', sendConfirmation: true }))).toEqual({
    sendConfirmation: ['A confirmation needs an email address.'],
  })
  expect(await fieldErrors(phoneEstimate({ email: 'no address', name: 'J' }))).toEqual({
    email: ['Please enter a valid email address.'],
    name: ['Name must be at least 2 characters.'],
  })
})

test('an estimate that came by phone is an earlier request of the same number, not of an empty address', async () => {
  const [first, second, third] = [
    await added(phoneEstimate({ email: '', phone: '212 555 0141' })),
    await added(phoneEstimate({ email: '', phone: '212 555 0142' })),
    await added(phoneEstimate({ email: '', phone: '+1 (212) 555-0141', calledAt: ago(minuteMs).toISOString() })),
  ]
  expect((await read('get', { id: second.id })).earlier).toEqual({ total: 0, items: [] })
  expect((await read('get', { id: third.id })).earlier).toMatchObject({ total: 1, items: [{ id: first.id }] })
})

test('an estimate that came by phone has a call that is not in the future and at most seven days ago', async () => {
  const problems = []
  for (const ms of [-10 * minuteMs, 7 * dayMs + 1])
    problems.push(await fieldErrors(phoneEstimate({ calledAt: ago(ms).toISOString() })))
  expect(problems).toEqual([
    { calledAt: ['The call cannot be in the future.'] },
    { calledAt: ['The call can be at most 7 days ago.'] },
  ])
  expect(await fieldErrors(phoneEstimate({ calledAt: 'noon' }))).toEqual({
    calledAt: ['Please enter the day and time of the call.'],
  })
  // The browser's clock is two minutes fast.
  const { id } = await added(phoneEstimate({ calledAt: ago(-2 * minuteMs).toISOString() }))
  expect((await read('get', { id })).estimate.createdAt).toBe(site.server.clock.now().toISOString())
})

test('an estimate that came by phone is stored once however often it is sent, also twice at once', async () => {
  const input = phoneEstimate({ sendConfirmation: true })
  const [one, other] = await Promise.all([added(input), added(input)])
  expect(other).toEqual(one)
  expect(await added(input)).toEqual(one)
  expect(await site.server.database.read.estimateEvent.count({ where: { estimateId: one.id } })).toBe(2)
  const changed = await add({ ...input, note: 'Something else' })
  expect([changed.statusCode, changed.json().error.message]).toEqual([
    409,
    'This request was already saved with other details. Send it again to add another one.',
  ])
  expect(await site.server.database.read.projectEstimate.count()).toBe(1)
})

test('an estimate that came by phone is neither quarantined nor limited as visitors are', async () => {
  const email = 'many@example.com'
  for (let count = 0; count < 12; count++) await added(phoneEstimate({ email, name: 'See www.example.com' }))
  expect(await site.server.database.read.projectEstimate.count({ where: { quarantinedAt: null } })).toBe(12)
})

test('an estimate that came by phone leaves a visitor who sends the same free to do so', async () => {
  const input = phoneEstimate()
  await added(input)
  const submitted = await site.server.call('estimates.submit', estimateInput())
  expect(submitted.statusCode).toBe(200)
  expect(await site.server.database.read.projectEstimate.count()).toBe(2)
})

test('an estimate that came by phone says so in the column Source of an export', async () => {
  const admin = await signedIn(site.server, { role: 'admin' })
  await added(phoneEstimate({ email: '' }))
  const ticket = await site.server.call('estimates.createExport', {}, admin.headers)
  const url = ticket.json().result.data.url
  const csv = await site.server.app.inject({ url, headers: { ...admin.headers, 'sec-fetch-site': 'same-origin' } })
  const [head, row] = readCsv(csv.body.slice(1))
  const cell = (heading: string) => row?.[head?.indexOf(heading) ?? -1]
  expect([cell('Source'), cell('E-mail')]).toEqual(['phone', ''])
})

test('while a caller’s number or address is typed, the newest earlier request of the same person is found', async () => {
  const find = async (email: string, phone: string) => {
    const { total, items } = await read('findEarlier', { email, phone })
    return [total, items.map(({ name }: { name: string }) => name)]
  }
  await added(phoneEstimate({ name: 'Dana Reyes', email: 'dana@example.com', phone: '(646) 555-0111' }))
  site.server.clock.advance(minuteMs)
  await added(phoneEstimate({ name: 'Dana R.', email: '', phone: '+1 646 555 0111', calledAt: ago(0).toISOString() }))
  site.server.clock.advance(minuteMs)
  expect(await find('', '646.555.0111')).toEqual([2, ['Dana R.']])
  expect(await find('Dana+kitchen@example.com', '')).toEqual([1, ['Dana Reyes']])
  expect(await find('', '')).toEqual([0, []])
  expect(await find('dana@', '646 555 01')).toEqual([0, []])
  expect(await find('nobody@example.com', '')).toEqual([0, []])
  await site.server.database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({ data: { quarantinedAt: site.server.clock.now(), dueAt: null } }),
  )
  expect(await find('dana@example.com', '646 555 0111')).toEqual([0, []])
})
