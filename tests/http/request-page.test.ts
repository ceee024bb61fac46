import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { company } from '#shared/company.ts'
import { dayMs, hourMs } from '#shared/durations.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { parsed } from '#tests/support/server/email-html.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'

let fault: Error | undefined
let reads = 0

const server = sharedApp({
  settings: trustLoopback,
  database: (database) => ({
    ...database,
    read: new Proxy(database.read, {
      get: (read, name) => {
        reads += 1
        if (fault) throw fault
        return Reflect.get(read, name)
      },
    }),
  }),
})
let serverKey: Buffer
beforeAll(async () => {
  serverKey = await openServerKey(server.database, server.clock)
})
afterEach(() => {
  fault = undefined
})

const open = (url: string, headers: Record<string, string> = fromElsewhere(), method: 'GET' | 'HEAD' = 'GET') =>
  server.app.inject({ url, headers, method })

async function store(columns: EstimateColumns = {}): Promise<string> {
  return requestPath(serverKey, await storeEstimate(server, { reference: randomUUID(), ...columns }))
}

const textOf = (html: string) => parsed(html).documentElement.textContent
const sentences = async (columns: EstimateColumns) => textOf((await open(await store(columns))).body)

/** What the staff keep to themselves. */
const secret = {
  outcomeReason: 'planted reason',
  followUpOn: '2031-03-04',
  quarantineReasons: 'planted-quarantine',
}

/** It makes photos smaller before they are sent. The page works without it. */
const ownScripts = ['<script type="module" src="/request-photos.js">']

describe('the page of a visitor’s request', () => {
  test('C5 shows the reference, how far it is, who works on it and the answers, and nothing else of the request', async () => {
    const { id: assigneeId } = await storeStaff(server.database, {
      email: 'planted@mail.example',
      name: 'Maria Plantedson',
    })
    const at = server.clock.now()
    const id = await storeEstimate(server, { ...secret, reference: 'AB12-CD34', status: 'in_progress', assigneeId })
    await server.database.transaction(async ({ projectEstimate, estimateEvent }) => {
      await projectEstimate.updateMany({ where: { id }, data: { firstContactAt: at, proposalCents: 4_855_000n } })
      const note = { kind: 'note', details: JSON.stringify({ note: 'planted note' }), at, entryKey: null }
      const by = { actorId: assigneeId, actorEmail: 'planted@mail.example', actorName: 'Maria Plantedson' }
      await estimateEvent.create({ data: { id: randomUUID(), estimateId: id, ...note, ...by } })
    })
    const { statusCode, body } = await open(requestPath(serverKey, id))
    expect(statusCode).toBe(200)
    const text = textOf(body)
    for (const part of ['Your request', 'AB12-CD34', 'Ada Romero', 'Kitchen Remodel', '$50,000 - $100,000'])
      expect(text).toContain(part)
    for (const part of ['We received your request on', 'We contacted you on', 'Your contact: Maria'])
      expect(text).toContain(part)
    expect(text).toContain(estimateFields.location.label)
    for (const part of [company.phone.display, company.email, company.hours]) expect(text).toContain(part)
    expect(body).not.toMatch(/planted|2031|in_progress|in progress|48,?550|4855|@mail\.example/i)
    expect(body).not.toContain(id)
    expect(body).not.toContain(assigneeId)
  })

  test('is plain HTML in the frame of the site, which nobody stores, lists or passes on', async () => {
    const link = await store()
    for (const method of ['GET', 'HEAD'] as const) {
      const { headers, statusCode, body } = await open(link, {}, method)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'strict-origin',
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self'; style-src 'self' 'sha256-"),
      })
      expect(headers).not.toHaveProperty('etag')
      expect(headers).not.toHaveProperty('set-cookie')
      expect(body).not.toContain('request-content')
      expect(body.match(/<script[^>]*>/g)).toEqual(method === 'GET' ? ownScripts : null)
      expect(body.length > 0).toBe(method === 'GET')
    }
  })

  test('C5 shows hostile answers as text, without characters that turn it around', async () => {
    const bait = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp;'
    const long = `${'ab '.repeat(3_333)}end`
    const typed = { name: bait, location: `${bait}\u202eevil\u2066`, projectDescription: long }
    const link = await store({ ...typed, projectType: bait, specificRequirements: 'one\ntwo\u0007', reference: bait })
    const { body } = await open(link)
    expect(body).not.toMatch(/<img|[\u202e\u2066]/)
    expect(body.match(/<script[^>]*>/g)).toEqual(ownScripts)
    expect(parsed(body).querySelectorAll('img, [onerror]')).toHaveLength(0)
    const shown = [...parsed(body).querySelectorAll('dd')].map((each) => each.textContent)
    expect(shown).toEqual(expect.arrayContaining([bait, `${bait}evil`, long, 'one\ntwo']))
  })

  test('leaves out what was not answered, and a colleague without a name', async () => {
    const { id: assigneeId } = await storeStaff(server.database, { email: 'nameless@mail.example' })
    const text = await sentences({ assigneeId, phone: null, squareFootage: null, urgent: false, email: '' })
    expect(text).not.toMatch(/Your contact|Phone Number|Square Footage|urgent|Email Address|nameless/)
    expect(await sentences({ urgent: true, squareFootage: 1180 })).toMatch(/1,180 sq ft.*This is an urgent projectYes/s)
  })

  test('C5 of a request in quarantine waits without a promise, whatever the staff think of it', async () => {
    const { id: assigneeId } = await storeStaff(server.database, { email: 'q@mail.example', name: 'Quentin' })
    const at = server.clock.now()
    const quarantined = { ...secret, quarantinedAt: at, dueAt: null, assigneeId }
    for (const columns of [{}, { spamAt: at }, { firstContactAt: at, proposalSentAt: at }, { outcome: 'lost' }]) {
      const text = await sentences({ ...quarantined, ...columns })
      expect(text).toContain('We received your request on')
      expect(text).not.toMatch(/We’ll|follows|contacted|proposal on|closed|Quentin|quarantine|spam|planted/i)
    }
  })

  test('names the end of the request', async () => {
    expect(await sentences({ outcome: 'won' })).toContain('Thank you for choosing us.')
    for (const columns of [{ outcome: 'lost' }, { status: 'completed' }])
      expect(await sentences({ ...secret, ...columns })).toContain('This request is closed.')
  })

  test('writes nothing', async () => {
    const link = await store()
    const stored = () => server.database.read.projectEstimate.findFirst({ orderBy: { id: 'desc' } })
    const [before, attempts] = [await stored(), await server.database.read.attempt.count()]
    await open(link)
    await open(link, fromElsewhere(), 'HEAD')
    expect([await stored(), await server.database.read.attempt.count()]).toEqual([before, attempts])
  })
})

describe('a link to a request', () => {
  test('C5 gets the same response whether it is wrong, ended, unknown or of an erased request, after one read', async () => {
    const link = await store()
    const now = server.clock.now()
    const links = [
      `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`,
      `${link}/`,
      `${link}A`,
      '/request/',
      '/request/abc',
      '/request/a/b',
      `/request/${'A'.repeat(48)}`,
      `/request/${'A'.repeat(400)}`,
      '/request/%E2%80%AE%3Cscript%3E',
      requestPath(serverKey, randomUUID()),
      await store({ erasedAt: now }),
      await store({ createdAt: new Date(now.getTime() - 180 * dayMs) }),
    ]
    const answers = []
    for (const url of links) {
      reads = 0
      const { statusCode, body, headers } = await open(url)
      const { date: _, ...others } = headers
      answers.push({ statusCode, body, others, reads })
    }
    expect(answers[0]).toMatchObject({
      statusCode: 404,
      reads: 1,
      others: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'strict-origin' },
    })
    expect(answers[0]?.body).toContain('We can’t find this request')
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await open(link)).statusCode).toBe(200)
  })

  test('works for 180 days', async () => {
    const link = await store({ createdAt: new Date(server.clock.now().getTime() - 180 * dayMs + 1_000) })
    expect((await open(link)).statusCode).toBe(200)
    server.clock.advance(1_000)
    expect((await open(link)).statusCode).toBe(404)
  })

  test('is limited to 60 wrong ones an hour for each IP address, whose visitors still open their own', async () => {
    const [link, sender] = [await store(), fromElsewhere()]
    for (let count = 0; count < 60; count += 1) expect((await open('/request/abc', sender)).statusCode).toBe(404)
    const { statusCode, body, headers } = await open('/request/abc', sender)
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([429, '3600', 'no-store'])
    expect(body).toContain('Please wait a while')
    expect((await open(link, sender)).statusCode).toBe(200)
    expect((await open('/request/abc')).statusCode).toBe(404)
    server.clock.advance(hourMs)
    expect((await open('/request/abc', sender)).statusCode).toBe(404)
  })

  test('B10 opens 120 times a minute for each IP address', async () => {
    const [link, sender] = [await store(), fromElsewhere()]
    for (let count = 0; count < 120; count += 1) expect((await open(link, sender)).statusCode).toBe(200)
    reads = 0
    const { statusCode, body, headers } = await open(link, sender)
    expect([statusCode, Number(headers['retry-after']) > 0, reads]).toEqual([429, true, 0])
    expect(body).toContain('Please wait a while')
    expect((await open(link)).statusCode).toBe(200)
  })

  test('D9 is not in the log, also when the database fails', async () => {
    const link = await store()
    await open(link)
    await open(`${link}x`)
    fault = new DatabaseUnavailable('the disk is gone')
    const { statusCode, body, headers } = await open(link)
    expect([statusCode, headers['retry-after']]).toEqual([503, '60'])
    expect(body).toContain('We can’t show your request right now')
    fault = new Error('a bug')
    expect((await open(link)).statusCode).toBe(500)
    const lines = server.logLines().filter(({ route }) => route === '/request/*')
    expect(lines.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 404, 500, 503]))
    expect(server.log()).not.toContain(link.slice(-20))
    expect(server.log()).not.toContain('/request/A')
  })

  test('C5 is given where the request’s email has it, so that quarantine makes no difference of its own', async () => {
    const formToken = (await server.call('estimates.openForm', undefined)).json().result.data.token
    server.clock.advance(90_000)
    const submit = async (input: object) => {
      const input_ = { ...estimateInput(newVisitor()), ...input }
      return (await server.call('estimates.submit', input_, fromElsewhere())).json().result.data
    }
    const sent = await submit({ formToken })
    expect(sent).toEqual({ reference: expect.any(String), link: expect.stringMatching(/^\/request\/[\w-]{48}$/) })
    expect(textOf((await open(sent.link)).body)).toContain(sent.reference)
    await expect.poll(() => server.sent.map(({ text }) => text).join()).toContain(sent.link)

    expect(await submit({})).toEqual({ reference: expect.any(String) })
    const email = newVisitor().email
    for (let count = 0; count < 10; count += 1) await submit({ formToken, email })
    const withoutEmail = { reference: expect.any(String), emailed: false }
    expect(await submit({ formToken, email })).toEqual(withoutEmail)
    expect(await submit({ formToken, remarks: 'x' })).toEqual(withoutEmail)
    const again = { formToken, requestKey: randomUUID(), ...newVisitor() }
    expect(await submit(again)).toEqual(await submit(again))
  })
})

test('robots.txt and the sitemap do not name the pages of requests, and the page without content is not served', async () => {
  for (const url of ['/robots.txt', '/sitemap.xml']) expect((await open(url)).body).not.toContain('request')
  for (const url of ['/request', '/request.html'])
    expect((await open(url, { accept: 'text/html' })).statusCode, url).toBe(404)
})
