import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#shared/durations.ts'
import type { TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts'

const secret = 'a-secret-of-thirty-two-characters'
const patience = { timeout: 10_000, interval: 20 }

let server: TestApp
let staff: SignedIn
let ids: Record<'estimate' | 'estimate.visitor' | 'estimate.staff', string>

beforeAll(async () => {
  server = await createTestApp({ settings: { POSTMARK_WEBHOOK_SECRET: secret } })
  staff = await signedIn(server, { email: 'staff@mail.example', role: 'staff' })
})
afterAll(() => server.dispose())

/** As Postmark's documentation has it, shortened. */
const bounce = (MessageID: string, Type = 'HardBounce') => ({
  ...{ RecordType: 'Bounce', ID: 42, Type, TypeCode: 1, Name: 'Hard bounce', MessageID, ServerID: 23 },
  ...{ Description: 'The server was unable to deliver your message.', Email: 'mistyped@example.com', Inactive: true },
  ...{ MessageStream: 'outbound', BouncedAt: '2026-01-05T16:33:54.9070259Z', Metadata: { outboxId: 'x' } },
})

function report(body: unknown, { to = secret, type = 'application/json' } = {}) {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'content-type': type }
  return server.app.inject({ method: 'POST', url: `/webhooks/postmark/${to}`, headers, payload })
}

async function read(procedure: string, input?: object) {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
  const response = await server.app.inject({ url: `/api/trpc/${procedure}${query}`, headers: staff.headers })
  return response.json().result.data
}

async function mailEvents(kind: string): Promise<TimelineEvent[]> {
  const { timeline }: { timeline: TimelineEvent[] } = await read('estimates.get', { id: ids.estimate })
  return timeline.filter((event) => event.kind === 'mail' && event.mail === kind)
}

const failed = async () => (await read('admin.today')).failedEmails

describe('a bounce', () => {
  beforeEach(async () => {
    // The limit of submissions a minute is another test's.
    server.clock.advance(minuteMs)
    await server.database.transaction(({ projectEstimate }) => projectEstimate.deleteMany())
    await server.call('estimates.submit', estimateInput(newVisitor()))
    const readSent = () => server.database.read.outboxMessage.findMany({ where: { state: 'sent' } })
    await expect.poll(async () => (await readSent()).length, patience).toBe(2)
    const sent = await readSent()
    const idOf = (kind: string) => sent.find((message) => message.kind === kind)?.id ?? ''
    ids = {
      estimate: sent[0]?.estimateId ?? '',
      'estimate.visitor': idOf('estimate.visitor'),
      'estimate.staff': idOf('estimate.staff'),
    }
  })

  it('makes the email a failed one on Today and in the timeline, once, and it can be sent again', async () => {
    server.clock.advance(minuteMs)
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await report(bounce(ids['estimate.visitor']))).statusCode).toBe(200)
      server.clock.advance(1_000)
    }
    const bouncedAt = new Date(server.clock.now().getTime() - 2_000).toISOString()
    expect(await failed()).toMatchObject({
      total: 1,
      items: [{ id: ids['estimate.visitor'], kind: 'estimate.visitor', failure: 'bounced', failedAt: bouncedAt }],
    })
    expect(await mailEvents('estimate.visitor')).toMatchObject([
      { state: 'queued' },
      { state: 'sent' },
      { state: 'failed', failure: 'bounced', messageId: ids['estimate.visitor'], at: bouncedAt },
    ])
    const logged = server.logLines().filter(({ msg }) => msg === 'email failed: it came back')
    expect(logged).toEqual([
      expect.objectContaining({ outboxId: ids['estimate.visitor'], reason: 'bounced: HardBounce' }),
    ])

    const again = { id: ids.estimate, messageId: ids['estimate.visitor'], entryKey: ids['estimate.visitor'] }
    expect((await server.call('estimates.sendEmailAgain', again, staff.headers)).statusCode).toBe(200)
    expect((await failed()).total).toBe(0)
    expect((await mailEvents('estimate.visitor')).map((event) => 'state' in event && event.state)).toEqual(
      expect.arrayContaining(['queued', 'sent', 'failed', 'queued']),
    )
  })

  it('of the staff’s email, and a complaint, are told as such', async () => {
    await report(bounce(ids['estimate.staff'], 'SoftBounce'))
    await report({ ...bounce(ids['estimate.visitor'], 'SpamComplaint'), RecordType: 'SpamComplaint' })
    const { items }: { items: { kind: string; failure: string }[] } = await failed()
    expect(Object.fromEntries(items.map(({ kind, failure }) => [kind, failure]))).toEqual({
      'estimate.staff': 'bounced',
      'estimate.visitor': 'complaint',
    })
  })

  it.each([
    ['an unknown message', () => bounce('0b2a7f5e-0000-4000-8000-000000000000')],
    ['a delay', () => bounce(ids['estimate.visitor'], 'Transient')],
    ['an out-of-office reply', () => bounce(ids['estimate.visitor'], 'AutoResponder')],
    ['a delivery', () => ({ RecordType: 'Delivery', MessageID: ids['estimate.visitor'] })],
  ])('of %s changes nothing', async (_what, body) => {
    const response = await report(body())
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect((await failed()).total).toBe(0)
  })
})

describe('the address for reports', () => {
  it.each([
    ['another secret', 404, () => report(bounce('x'), { to: secret.replace('a', 'b') })],
    ['a part of the secret', 404, () => report(bounce('x'), { to: secret.slice(0, -1) })],
    ['no JSON', 400, () => report('{')],
    ['another type', 415, () => report('x', { type: 'application/xml' })],
    ['a bounce without a message', 400, () => report({ RecordType: 'Bounce', Type: 'HardBounce' })],
    ['a type that is no word', 400, () => report(bounce('x', 'Hard\nBounce'))],
    ['too much', 413, () => report(bounce('x'.repeat(70_000)))],
  ])('refuses %s', async (_what, status, send) => {
    expect((await send()).statusCode).toBe(status)
  })

  it('is not there without a secret in the settings', async () => {
    const without = await createTestApp()
    const url = `/webhooks/postmark/${secret}`
    expect((await without.app.inject({ method: 'POST', url, payload: bounce('x') })).statusCode).toBe(404)
    await without.dispose()
  })

  it('appears in no log with its secret', async () => {
    await report(bounce('x'))
    expect(server.log()).not.toContain(secret)
  })
})
