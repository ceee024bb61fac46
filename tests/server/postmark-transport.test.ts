import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import {
  AccountRefused,
  MailFailure,
  type MailMessage,
  MessageRefused,
  ReplyToRefused,
} from '#server/mail/messages/message.ts'
import { createMailTransport } from '#server/mail/transports/index.ts'
import { createPostmarkTransport } from '#server/mail/transports/postmark.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { type FakePostmark, startFakePostmark } from '#tests/support/server/fake-postmark.ts'

const message: MailMessage = {
  id: '019b8f7e-0000-7000-8000-000000000001',
  kind: 'estimate.staff',
  createdAt: new Date('2026-01-05T20:10:00.000Z'),
  to: ['office@builders.example', 'owner@builders.example'],
  from: '"Five Borough Builders" <hello@builders.example>',
  replyTo: 'ada.romero@example.com',
  subject: 'Estimate request: Küche',
  text: 'Text',
  html: '<p>HTML</p>',
}

let postmark: FakePostmark

beforeAll(async () => {
  postmark = await startFakePostmark()
})
afterEach(() => postmark.restart())
afterAll(() => postmark.close())

function send(
  behaviour: Parameters<FakePostmark['behave']>[0] = 'ok',
  { signal = new AbortController().signal, attemptTimeoutMs = 10_000 } = {},
  sent = message,
) {
  postmark.behave(behaviour)
  const options = { serverToken: 'test', apiOrigin: postmark.origin, attemptTimeoutMs }
  return createPostmarkTransport(options).send(sent, signal)
}

it('sends a message with all its parts, its outbox id, and no tracking', async () => {
  expect(await send()).toEqual({ providerId: expect.stringMatching(/^[\w-]{36}$/) })
  expect(postmark.accepted[0]?.payload).toEqual({
    From: message.from,
    To: 'office@builders.example, owner@builders.example',
    ReplyTo: 'ada.romero@example.com',
    Subject: 'Estimate request: Küche',
    TextBody: 'Text',
    HtmlBody: '<p>HTML</p>',
    MessageStream: 'outbound',
    TrackOpens: false,
    TrackLinks: 'None',
    Metadata: { outboxId: message.id },
    Headers: [
      { Name: 'Message-ID', Value: `<${message.id}@builders.example>` },
      { Name: 'X-PM-KeepID', Value: 'true' },
      { Name: 'Auto-Submitted', Value: 'auto-generated' },
      { Name: 'X-Auto-Response-Suppress', Value: 'All' },
    ],
  })
})

it('attaches a calendar entry, whose type has its method', async () => {
  const calendar = { method: 'request', text: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' } as const
  await send('ok', {}, { ...message, calendar })
  expect(postmark.accepted[0]?.payload.Attachments).toEqual([
    {
      Name: 'visit.ics',
      ContentType: 'text/calendar; charset=utf-8; method=REQUEST',
      Content: Buffer.from(calendar.text).toString('base64'),
      ContentID: null,
    },
  ])
})

it('ends an attempt in time although the garbage collector runs during a slow response', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const collecting = setInterval(collect, 10)
  const start = performance.now()
  const attempt = send('slow body', { attemptTimeoutMs: 1_500 })
  await expect(attempt).rejects.toThrow('no response within 1500 ms')
  clearInterval(collecting)
  expect(performance.now() - start).toBeLessThan(3_000)
})

it.each(['hang', 'slow body', 'endless body'] as const)(
  'ends an attempt in time when the service answers "%s"',
  async (trouble) => {
    const start = performance.now()
    await expect(send(trouble, { attemptTimeoutMs: 200 })).rejects.toBeInstanceOf(MailFailure)
    expect(performance.now() - start).toBeLessThan(3_000)
  },
)

it('ends an attempt at once when it is aborted, and makes none after that', async () => {
  const abort = new AbortController()
  const attempt = send('hang', { signal: abort.signal })
  abort.abort()
  await expect(attempt).rejects.toThrow('stopped')
  await expect(send('ok', { signal: AbortSignal.abort() })).rejects.toThrow('stopped')
  expect(postmark.accepted).toEqual([])
})

it.each([
  ['200 text', /does not confirm/],
  ['200 empty', /does not confirm/],
  ['200 without MessageID', /does not confirm/],
  ['200/406', /code 406/],
  ['200/300', /code 300/],
  ['half body', /request failed/],
] as const)('counts a message as neither sent nor refused after the response "%s"', async (trouble, reason) => {
  const failure = await send(trouble).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'MailFailure', message: expect.stringMatching(reason) })
})

it('distinguishes refused messages from refused accounts, and quotes no email address', async () => {
  await expect(send('422/300')).rejects.toThrow(MessageRefused)
  await expect(send('422/406')).rejects.toThrow(MessageRefused)
  await expect(send('401')).rejects.toThrow(AccountRefused)
  await expect(send('422/405')).rejects.toThrow(AccountRefused)
  for (const trouble of ['403 HTML', '500', '429', '422/412'] as const) {
    const failure = await send(trouble).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MailFailure)
    expect(failure).not.toBeInstanceOf(MessageRefused)
    expect(failure).not.toBeInstanceOf(AccountRefused)
  }
  await expect(send('422/406')).rejects.not.toThrow(/@/)
})

it('tells a refused Reply-To from a refused recipient', async () => {
  await expect(send('422/300 Reply-To')).rejects.toThrow(ReplyToRefused)
  await expect(send('422/300')).rejects.not.toThrow(ReplyToRefused)
  const { replyTo: _replyTo, ...withoutReplyTo } = message
  await expect(send('422/300 unnamed')).rejects.toThrow(ReplyToRefused)
  await expect(send('422/300 unnamed', {}, withoutReplyTo)).rejects.not.toThrow(ReplyToRefused)
})

it('uses Postmark if a token is set', async () => {
  const config = {
    postmarkServerToken: 'test',
    postmarkApiOrigin: postmark.origin,
    smtp: undefined,
    dataDir: '/nowhere',
  }
  await createMailTransport(config, silentLog).send(message, new AbortController().signal)
  expect(postmark.accepted).toHaveLength(1)
})
