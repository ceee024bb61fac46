import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { smtpTimings } from '#server/mail/outbox/timings.ts'
import { createSmtpTransport } from '#server/mail/transports/smtp.ts'
import { FakeSmtp, smtpPassword } from '#tests/support/server/fake-smtp.ts'
import { mailSettings, outboxPerFile, quickTimings } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }

let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await FakeSmtp.start()
})
afterEach(() => smtp.reset())
afterAll(() => smtp.close())

function startWorker({ config = mailSettings, timings = {}, timeoutMs = 5_000 } = {}) {
  const { smtp: account } = parseConfig({ MAIL_URL: smtp.url() }, '/')
  if (!account) throw new Error('The URL is none of SMTP')
  const transport = createSmtpTransport({ account, timeoutMs })
  fixture.worker({ config, transport, timings: { ...smtpTimings, ...timings } }).start()
}

it('sends what is queued, over a few connections at a time, and keeps the id of each message', async () => {
  const ids = await fixture.addMessages(10, { kind: 'estimate.visitor' })
  startWorker()
  await expect.poll(() => fixture.count('sent'), patience).toBe(10)
  expect(smtp.accepted).toHaveLength(10)
  expect(smtp.mostOpen).toBeLessThanOrEqual(3)
  expect(await fixture.message(ids[0])).toMatchObject({ providerId: `<${ids[0]}@builders.example>`, lastError: null })
  expect(fixture.logLines.join('')).not.toContain(smtpPassword)
})

it('sends each address of the staff inbox a message of its own, so that one that is refused fails alone', async () => {
  const [open, gone] = ['foreman@builders.example', 'office@builders.example']
  smtp.script = { RCPT: (line) => (line.includes(gone) ? '550 5.1.1 Unknown' : undefined) }
  const [id] = await fixture.addMessages(1, { kind: 'estimate.staff' })
  startWorker({ config: { ...mailSettings, staffInbox: [gone, open] } })
  await expect.poll(() => fixture.count('failed'), patience).toBe(1)
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(smtp.accepted.map(({ to }) => to)).toEqual([[open]])
  const lastError = 'the mail server refused the recipient (550 5.1.1)'
  expect(await fixture.message(id)).toMatchObject({ state: 'failed', address: gone, attempts: 1, lastError })
})

it('sends a message again with the same Message-ID when the connection was lost before the answer', async () => {
  let lost = 0
  smtp.script = { message: () => (lost++ === 0 ? 'cut' : undefined) }
  const [id] = await fixture.addMessages(1)
  startWorker()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const mails = await Promise.all(smtp.accepted.map(({ source }) => PostalMime.parse(source)))
  expect(mails.map(({ messageId }) => messageId)).toEqual([`<${id}@builders.example>`, `<${id}@builders.example>`])
  expect(fixture.logged('warn')).toEqual([
    expect.objectContaining({ outboxId: id, reason: 'the connection to the mail server failed (ECONNECTION)' }),
  ])
})

it.each(['451 4.3.0 Later', 'hang', 'cut'])('retries until the server accepts, after "%s"', async (trouble) => {
  smtp.script = { MAIL: trouble }
  const [id] = await fixture.addMessages(1)
  startWorker({ timeoutMs: 1_500 })
  await expect.poll(async () => (await fixture.message(id)).attempts, patience).toBeGreaterThanOrEqual(2)
  expect(await fixture.message(id)).toMatchObject({
    state: 'pending',
    lastError: expect.stringContaining('mail server'),
  })
  smtp.script = {}
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(smtp.accepted).toHaveLength(1)
})

it('pauses, logs one error, and loses no message while the server refuses the password', async () => {
  smtp.script = { AUTH: '535 5.7.8 Bad credentials' }
  await fixture.addMessages(10)
  startWorker({ timings: { accountPauseMs: 600 } })
  await expect
    .poll(() => fixture.logged('error'), patience)
    .toEqual([expect.objectContaining({ msg: expect.stringContaining('check its token or password') })])
  expect(smtp.commands.filter((command) => command === 'AUTH').length).toBeLessThanOrEqual(2)
  smtp.script = {}
  await expect.poll(() => fixture.count('sent'), patience).toBe(10)
  expect(fixture.logLines.join('')).not.toContain(smtpPassword)
})

it('sends the staff’s email without a Reply-To with which the server refuses it, and says where replies go', async () => {
  smtp.script = { message: (source) => (/^Reply-To:/im.test(source) ? '550 5.6.0 Bad Reply-To' : undefined) }
  await fixture.addMessages(1)
  startWorker()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const { replyTo, text } = await PostalMime.parse(smtp.accepted[0]?.source ?? '')
  expect(replyTo).toBeUndefined()
  expect(text).toContain('Replies to this email do not reach the visitor')
})

it('has leases that outlast two attempts of a server that is slow', () => {
  expect(smtpTimings.maxClaimed).toBe(smtpTimings.concurrency)
  expect(smtpTimings.leaseMs).toBeGreaterThan(2 * 50_000 + quickTimings.gatherMs)
})
