import { beforeEach, expect, test } from 'vitest'
import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
let id: string
beforeEach(async () => {
  id = await storeEstimate(site.server, { phone: '(646) 555-0177' })
})

const edit = (input: Record<string, unknown>) =>
  site.server.call(
    'estimates.editDetails',
    { id, version: 1, ...answers, phone: '(646) 555-0177', ...input },
    site.staff.headers,
  )

async function read(procedure: string, input: object) {
  const url = `/api/trpc/estimates.${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await site.server.app.inject({ url, headers: site.staff.headers })).json().result.data
}

test('a correction of the details keeps what they were before in the timeline, and mails nobody', async () => {
  const answer = await edit({ phone: '646 555 0178', bestTime: 'morning', squareFootage: 900, urgent: true })
  const { work, timeline }: { work: EstimateWork; timeline: TimelineEvent[] } = answer.json().result.data
  expect(work.version).toBe(2)
  expect(timeline.at(-1)).toMatchObject({
    kind: 'details',
    by: 'staff@mail.example',
    changes: [
      { field: 'phone', from: '(646) 555-0177', to: '646 555 0178' },
      { field: 'bestTime', from: null, to: 'morning' },
      { field: 'squareFootage', from: answers.squareFootage, to: 900 },
      { field: 'urgent', from: false, to: true },
    ],
  })
  expect((await read('get', { id })).estimate).toMatchObject({
    ...answers,
    phone: '646 555 0178',
    bestTime: 'morning',
    squareFootage: 900,
    urgent: true,
  })
  expect(await site.server.database.read.outboxMessage.count({ where: { estimateId: id } })).toBe(0)
})

test('a correction of the details is followed by the search, by the numbers of the filters, and by the earlier requests', async () => {
  const other = await storeEstimate(site.server, {
    email: 'grace@example.com',
    phone: null,
    createdAt: new Date(site.server.clock.now().getTime() - 1000),
  })
  await edit({ name: 'Grace Ito', email: 'Grace@Example.com', phone: '917 555 0123', projectType: 'deck-patio' })
  expect((await read('list', { q: 'ito' })).items).toMatchObject([{ id }])
  expect((await read('list', { q: '0123' })).total).toBe(1)
  expect((await read('list', { q: '0177' })).total).toBe(0)
  expect((await read('list', { type: 'deck-patio' })).total).toBe(1)
  expect((await read('get', { id })).earlier).toMatchObject({ total: 1, items: [{ id: other }] })
})

test('a correction of the details is refused for an older version, which overwrites nothing', async () => {
  await edit({ name: 'Grace Ito' })
  const answer = await edit({ location: 'Elsewhere, NY' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().error.data.stale).toMatchObject({
    work: { version: 2 },
    changes: [{ kind: 'details', changes: [{ field: 'name', to: 'Grace Ito' }] }],
  })
  expect((await read('get', { id })).estimate).toMatchObject({ name: 'Grace Ito', location: answers.location })
})

test('a correction of the details writes nothing when no field differs', async () => {
  expect((await edit({ name: ` ${answers.name} ` })).json().result.data.work.version).toBe(1)
})

test('a correction of the details follows the rules of the form, but the email address may go where there is a phone number', async () => {
  expect((await edit({ email: '' })).statusCode).toBe(200)
  expect((await read('get', { id })).estimate.email).toBe('')
  const unreachable = await edit({ version: 2, email: '', phone: ' ' })
  expect(unreachable.json().error.data.fieldErrors).toEqual({
    phone: ['Please enter a phone number or an email address.'],
  })
  const refused = await edit({ version: 2, location: '', budgetRange: 'a lot' })
  expect(refused.json().error.data.fieldErrors).toEqual({
    location: ['Please enter the project location.'],
    budgetRange: ['Please select a budget range.'],
  })
})
