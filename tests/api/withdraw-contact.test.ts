import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
let id: string
let colleague: SignedIn

beforeEach(async () => {
  id = await storeEstimate(site.server)
  colleague = await signedIn(site.server, { role: 'admin' })
})

type Answer = { work: EstimateWork; timeline: TimelineEvent[] }

async function call(procedure: string, input: Record<string, unknown>, who: SignedIn = site.staff) {
  const response = await site.server.call(`estimates.${procedure}`, { id, ...input }, who.headers)
  return { status: response.statusCode, ...response.json() }
}

async function saved(procedure: string, input: Record<string, unknown>, who?: SignedIn): Promise<Answer> {
  const { status, result, error } = await call(procedure, input, who)
  expect(status, JSON.stringify(error)).toBe(200)
  return result.data
}

const log = (input: Record<string, unknown> = {}, who?: SignedIn) =>
  saved('logContact', { channel: 'call', ...input }, who)
const lastContact = ({ timeline }: Answer) => timeline.findLast(({ kind }) => kind === 'contact')?.id
const kindsOf = ({ timeline }: Answer) => timeline.map(({ kind }) => kind)

async function read(procedure: string, input?: unknown) {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const url = `/api/trpc/${procedure}${query}`
  const response = await site.server.app.inject({ url, headers: site.staff.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}

test('withdrawing the only contact puts everything back: the clock, the status, Today, the lists and the report', async () => {
  const late = { createdAt: new Date(site.server.clock.now().getTime() - 25 * hourMs) }
  id = await storeEstimate(site.server, late)
  const period = { from: '2025-12-01', to: '2026-01-31' }
  const all = () =>
    Promise.all([
      read('reports.overview', period),
      read('admin.todayCounts'),
      read('estimates.counts', {}),
      read('estimates.counts', { answered: 'missed' }),
    ])
  const before = await all()
  const logged = await log({ note: 'The wrong customer.' })
  expect(await all()).not.toEqual(before)

  site.server.clock.advance(minuteMs)
  const contactId = lastContact(logged)
  const withdrawn = await saved('withdrawContact', { version: 2, contactId })
  expect(withdrawn.work).toMatchObject({ version: 3, status: 'new', firstContactAt: null })
  expect(kindsOf(withdrawn)).toEqual(['created', 'contact', 'status', 'withdrawn', 'status'])
  expect(withdrawn.timeline).toMatchObject([
    {},
    { id: contactId, note: 'The wrong customer.' },
    {},
    { contactId, channel: 'call' },
    { from: 'in_progress', to: 'new' },
  ])
  expect(await all()).toEqual(before)
})

test('the first contact that is left becomes the first one', async () => {
  const at = () => site.server.clock.now().toISOString()
  const first = lastContact(await log())
  site.server.clock.advance(minuteMs)
  const secondAt = at()
  const second = await log({ channel: 'visit' }, colleague)
  site.server.clock.advance(minuteMs)
  const third = lastContact(await log())
  const { work } = await saved('withdrawContact', { version: 2, contactId: first })
  expect(work).toMatchObject({ firstContactAt: secondAt, status: 'in_progress', version: 3 })
  // One that is not the first moves nothing.
  const again = await saved('withdrawContact', { version: 3, contactId: third })
  expect(again.work).toMatchObject({ firstContactAt: secondAt, version: 4 })
  const none = await saved('withdrawContact', { version: 4, contactId: lastContact(second) }, colleague)
  expect(none.work).toMatchObject({ firstContactAt: null, status: 'in_progress' })
  expect((await log()).work.firstContactAt).toBe(at())
})

test('a status that was chosen since stays', async () => {
  const contactId = lastContact(await log())
  await saved('setStatus', { version: 2, status: 'completed' }, colleague)
  const { work } = await saved('withdrawContact', { version: 3, contactId })
  expect(work).toMatchObject({ status: 'completed', firstContactAt: null, version: 4 })
})

test('a contact is withdrawn once, also when the withdrawal is sent again', async () => {
  const contactId = lastContact(await log({ keepStatus: true }))
  const once = await saved('withdrawContact', { version: 1, contactId })
  const twice = await saved('withdrawContact', { version: 2, contactId })
  expect(twice).toEqual(once)
})

test('only its author can withdraw a contact, whatever the role, and nothing else can be withdrawn', async () => {
  const logged = await log()
  const refused = await call('withdrawContact', { version: 2, contactId: lastContact(logged) }, colleague)
  expect([refused.status, refused.error.message]).toEqual([
    403,
    'Only the person who logged a contact can withdraw it.',
  ])
  const note = (await saved('addNote', { text: 'A note.' })).timeline.at(-1)?.id
  const other = await storeEstimate(site.server)
  const elsewhere = lastContact(await log({ id: other }))
  for (const contactId of [note, elsewhere, randomUUID()])
    expect((await call('withdrawContact', { version: 2, contactId })).status).toBe(404)
  const { firstContactAt } = await site.server.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
  expect(firstContactAt).not.toBeNull()
})

test('an outdated version is refused, and names what was changed', async () => {
  const contactId = lastContact(await log())
  const stale = await call('withdrawContact', { version: 1, contactId })
  expect([stale.status, stale.error.data.stale.changes]).toMatchObject([409, [{ kind: 'status' }]])
  await saved('withdrawContact', { version: 2, contactId })
  const behind = await call('setFollowUp', { version: 2, followUpOn: '2026-02-03' }, colleague)
  expect([behind.status, behind.error.data.stale.changes]).toMatchObject([
    409,
    [{ kind: 'withdrawn' }, { kind: 'status' }],
  ])
})

test('a contact that is logged at the same time is never overlooked', async () => {
  for (let round = 0; round < 5; round += 1) {
    id = await storeEstimate(site.server, { status: 'in_progress' })
    const contactId = lastContact(await log())
    site.server.clock.advance(minuteMs)
    await Promise.all([saved('withdrawContact', { version: 1, contactId }), log({}, colleague)])
    const { work } = await read('estimates.get', { id })
    expect(work.firstContactAt).toBe(site.server.clock.now().toISOString())
  }
})

test('the file of the export tells the withdrawal', async () => {
  const contactId = lastContact(await log({ note: 'Wants oak.' }))
  await saved('withdrawContact', { version: 2, contactId })
  const url = await exportUrl(site.server, colleague.headers)
  const file = await site.server.app.inject({ url, headers: colleague.headers })
  expect(file.body).toContain('Wants oak.')
  expect(file.body).toContain('call withdrawn')
})
