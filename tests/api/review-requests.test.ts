import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { reviewOptOutPath, reviewRequestId } from '#server/mail/messages/review-mail.ts'
import { company, setCompany } from '#shared/company.ts'
import { dayMs } from '#shared/durations.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { parsed } from '#tests/support/server/email-html.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
const reviewLink = 'https://g.page/r/builders/review'
const withoutLink = company
beforeEach(() => setCompany({ ...withoutLink, reviewLink }))
afterEach(() => setCompany(withoutLink))

/** Each test has a customer of its own, and each address two spellings. */
function customer() {
  const name = `ada.${randomUUID().slice(0, 8)}`
  const email = `${name}@gmail.com`
  return { email, emailKey: mailboxKey(email), spelled: `${name.replace('.', '')}+home@googlemail.com` }
}

const finished = ({ email, emailKey }: { email: string; emailKey: string }, columns: EstimateColumns = {}) =>
  storeEstimate(site.server, { email, emailKey, status: 'completed', outcome: 'won', ...columns })

async function ask(id: string, entryKey: string = randomUUID(), headers = site.staff.headers) {
  const response = await site.server.call('reviews.ask', { id, entryKey }, headers)
  const { result, error } = response.json()
  return { status: response.statusCode, timeline: result?.data.timeline as TimelineEvent[], message: error?.message }
}

async function stateOf(id: string) {
  const url = `/api/trpc/reviews.state?input=${encodeURIComponent(JSON.stringify({ id }))}`
  const response = await site.server.app.inject({ url, headers: site.staff.headers })
  return response.json().result.data
}

const queued = (estimateId: string) =>
  site.server.database.read.outboxMessage.count({ where: { kind: 'review.request', estimateId } })

/** Sessions would end if the clock went on so far. */
const setAsked = (msAgo: number) =>
  site.server.database.transaction(({ reviewRequest }) =>
    reviewRequest.updateMany({ data: { askedAt: new Date(site.server.clock.now().getTime() - msAgo) } }),
  )

async function optOutPath(emailKey: string): Promise<string> {
  return reviewOptOutPath(reviewRequestId(await openServerKey(site.server.database, site.server.clock), emailKey))
}

test('one press queues one email and one event, also when it is repeated', async () => {
  const id = await finished(customer())
  expect(await stateOf(id)).toEqual({ problem: null, askedAt: null })
  const entryKey = randomUUID()
  const { timeline } = await ask(id, entryKey)
  expect(timeline.filter(({ kind }) => kind === 'review_asked')).toMatchObject([{ by: site.staff.email }])
  expect((await ask(id, entryKey)).status).toBe(200)
  expect(await queued(id)).toBe(1)
  expect(await stateOf(id)).toEqual({ problem: 'asked', askedAt: site.server.clock.now().toISOString() })
})

test('of two people who press at once, one asks, and the other learns of it', async () => {
  const id = await finished(customer())
  const other = await signedIn(site.server, { role: 'staff' })
  const both = await Promise.all([ask(id), ask(id, randomUUID(), other.headers)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toContain('asked for a review within the last year')
  expect(await queued(id)).toBe(1)
})

test('a mailbox is asked once a year, whatever its spelling and request', async () => {
  const { spelled, ...person } = customer()
  await ask(await finished(person))
  const second = await finished({ ...person, email: spelled, emailKey: mailboxKey(spelled) })
  await setAsked(364 * dayMs)
  expect((await ask(second)).status).toBe(409)
  await setAsked(365 * dayMs + 1)
  expect((await ask(second)).status).toBe(200)
})

describe('nobody is asked', () => {
  it.each<[string, EstimateColumns, string]>([
    ['before the request is completed', { status: 'in_progress' }, 'completed and won'],
    ['about a lost request', { outcome: 'lost' }, 'completed and won'],
    ['about spam', { quarantinedAt: new Date(), dueAt: null }, 'completed and won'],
    ['about a withdrawn request', { withdrawnAt: new Date(), dueAt: null }, 'completed and won'],
    ['about an erased request', { erasedAt: new Date() }, 'data was erased'],
    ['without an email address', { email: '', emailKey: '' }, 'no email address'],
  ])('%s', async (_when, columns, reason) => {
    const id = await finished(customer(), columns)
    const { status, message } = await ask(id)
    expect([status, message]).toEqual([409, expect.stringContaining(reason)])
    expect(await queued(id)).toBe(0)
  })

  it('while the company has no link', async () => {
    setCompany(withoutLink)
    const id = await finished(customer())
    expect((await stateOf(id)).problem).toBe('no_link')
    expect((await ask(id)).status).toBe(409)
  })
})

describe('the link in the email', () => {
  const open = (url: string) => site.server.app.inject({ url })

  it('shows a button, and only a post ends these emails, for good and for each request of the person', async () => {
    const person = customer()
    const id = await finished(person)
    await ask(id)
    const path = await optOutPath(person.emailKey)
    const page = await open(path)
    expect(page.statusCode).toBe(200)
    expect(parsed(page.body).title).toBe('Requests for reviews')
    expect(parsed(page.body).querySelector('form')?.getAttribute('action')).toBe(path)
    expect(await site.server.database.read.reviewRequest.count({ where: { optedOutAt: { not: null } } })).toBe(0)

    const post = await site.server.app.inject({ method: 'POST', url: path })
    expect(post.body).toContain('We won’t ask you for reviews')
    expect(parsed((await open(path)).body).querySelector('form')).toBeNull()
    await setAsked(400 * dayMs)
    const later = await finished(person)
    expect((await stateOf(later)).problem).toBe('opted_out')
    expect((await ask(later)).message).toContain('asked not to be asked')
  })

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('takes the post of a mail program from another site, as %s', async (type, payload) => {
    const person = customer()
    await ask(await finished(person))
    const url = await optOutPath(person.emailKey)
    const headers = { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
    expect((await site.server.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(200)
    expect(parsed((await open(url)).body).querySelector('form')).toBeNull()
  })

  it.each(['a'.repeat(43), 'a', '%00', `${'a'.repeat(42)}%2F`])('leads nowhere if it is %s', async (id) => {
    for (const method of ['GET', 'POST'] as const)
      expect((await site.server.app.inject({ method, url: reviewOptOutPath(id) })).statusCode).toBe(404)
  })
})
