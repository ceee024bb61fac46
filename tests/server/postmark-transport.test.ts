import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  AccountRefused,
  MailFailure,
  type MailMessage,
  MessageRefused,
  type SendResult,
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
  { messages = [message], signal = new AbortController().signal, attemptTimeoutMs = 10_000 } = {},
) {
  postmark.behave(behaviour)
  const options = { serverToken: 'test', apiOrigin: postmark.origin, attemptTimeoutMs }
  return createPostmarkTransport(options).send(messages, signal)
}

it('sends a message with all its parts, its outbox id, and no tracking', async () => {
  expect(await send()).toEqual([{ providerId: expect.stringMatching(/^[\w-]{36}$/) }])
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
    ],
  })
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

it('uses Postmark if a token is set', async () => {
  const config = { postmarkServerToken: 'test', postmarkApiOrigin: postmark.origin, dataDir: '/nowhere' }
  await createMailTransport(config, silentLog).send([message], new AbortController().signal)
  expect(postmark.accepted).toHaveLength(1)
})

describe('a batch', () => {
  const messages = ['a', 'b', 'c'].map((name) => ({ ...message, id: name, to: [`${name}@mail.example`] }))
  const kindOf = (result: SendResult) => ('providerId' in result ? 'accepted' : `${result.name}: ${result.message}`)

  it('is one request, and each message has its own result', async () => {
    const behaviours = { a: 'ok', b: '422/406', c: '200 with an ErrorCode' } as const
    const results = await send((mail) => behaviours[mail.outboxId as 'a'], { messages })
    expect(postmark.sizes).toEqual([3])
    expect(postmark.accepted.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ To: 'a@mail.example', HtmlBody: '<p>HTML</p>', Metadata: { outboxId: 'a' } }),
    ])
    expect(results.map(kindOf)).toEqual([
      'accepted',
      'MessageRefused: Postmark returned code 406: inactive recipient',
      'MailFailure: Postmark returned code 100',
    ])
  })

  it('is sent as a single message when it has one', async () => {
    await send('ok', { messages: messages.slice(1, 2) })
    expect(postmark.accepted.map(({ payload }) => payload)).toEqual([expect.objectContaining({ To: 'b@mail.example' })])
  })

  it.each([
    ['missing result', /one result for each message/],
    ['extra result', /one result for each message/],
    ['reversed results', /in another order/],
    ['one MessageID', /one MessageID for several/],
    ['200 text', /one result for each message/],
    ['200 empty', /one result for each message/],
    ['200/406', /one result for each message/],
    ['half body', /request failed/],
  ] as const)('counts no message as sent or refused after the response "%s"', async (trouble, reason) => {
    const failure = await send(trouble, { messages }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'MailFailure', message: expect.stringMatching(reason) })
  })

  it('refuses no message for good when it is refused as a whole', async () => {
    await expect(send('batch 422/300', { messages })).rejects.toMatchObject({ name: 'MailFailure' })
    await expect(send('401', { messages })).rejects.toThrow(AccountRefused)
    expect((await send('422/405', { messages })).every((result) => result instanceof AccountRefused)).toBe(true)
  })

  it('may have results as long as those of fifty recipients each', async () => {
    const to = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(120)}${index}@${'b'.repeat(100)}.example`)
    const many = Array.from({ length: 20 }, (_, index) => ({ ...message, id: `${index}`, to }))
    expect((await send('ok', { messages: many })).every((result) => 'providerId' in result)).toBe(true)
  })
})
