import { getEventListeners } from 'node:events'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { parseConfig } from '#server/config.ts'
import { MailFailure, type MailMessage } from '#server/mail/messages/message.ts'
import { createMailTransport } from '#server/mail/transports/index.ts'
import { createSmtpTransport } from '#server/mail/transports/smtp.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { FakeSmtp, otherAddress, type SmtpScript, smtpPassword } from '#tests/support/server/fake-smtp.ts'
import { freePort } from '#tests/support/server/server-process.ts'

const message: MailMessage = {
  id: '019b8f7e-0000-7000-8000-000000000001',
  kind: 'account.test',
  createdAt: new Date('2026-01-05T20:10:00.000Z'),
  to: ['visitor@mail.example'],
  from: '"Five Borough Builders" <hello@builders.example>',
  subject: 'Estimate request: Küche',
  text: 'First line\n.second line\n',
  html: '<p>HTML</p>',
}
const withReplyTo = { ...message, replyTo: 'ada.romero@example.com' }

let plain: FakeSmtp
let starttls: FakeSmtp
let secure: FakeSmtp
let expired: FakeSmtp
let loginOnly: FakeSmtp

beforeAll(async () => {
  plain = await FakeSmtp.start()
  starttls = await FakeSmtp.start({ name: otherAddress })
  secure = await FakeSmtp.start({ name: otherAddress, secure: true })
  expired = await FakeSmtp.start({ name: otherAddress, secure: true, expired: true })
  loginOnly = await FakeSmtp.start({ extensions: ['AUTH LOGIN'] })
})
const all = () => [plain, starttls, secure, expired, loginOnly]
afterEach(() => {
  vi.restoreAllMocks()
  for (const server of all()) server.reset()
})
afterAll(async () => {
  await Promise.all(all().map((server) => server.close()))
})

type Options = { url?: string; script?: SmtpScript; sent?: MailMessage; timeoutMs?: number; signal?: AbortSignal }

function send({ url = plain.url(), script = {}, sent = message, timeoutMs = 5_000, signal }: Options = {}) {
  for (const server of all()) server.script = script
  const { smtp: account } = parseConfig({ MAIL_URL: url, APP_ORIGIN: 'https://www.builders.example' }, '/')
  if (!account) throw new Error('The URL is none of SMTP')
  return createSmtpTransport({ account, timeoutMs }).send(sent, signal ?? new AbortController().signal)
}

const failureOf = (options: Options): Promise<Error> =>
  send(options).then(
    () => new Error('sent'),
    (error) => error,
  )

it('attaches a calendar entry, whose type has its method', async () => {
  const calendar = { method: 'cancel', text: 'BEGIN:VCALENDAR\r\nSUMMARY:Küche\r\nEND:VCALENDAR\r\n' } as const
  await send({ sent: { ...message, calendar } })
  const source = plain.accepted[0]?.source ?? ''
  expect(source).toContain('Content-Type: text/calendar; charset=utf-8; method=CANCEL; name=visit.ics')
  const [attachment] = (await PostalMime.parse(source)).attachments
  expect(attachment).toMatchObject({ filename: 'visit.ics', mimeType: 'text/calendar' })
  expect(Buffer.from(attachment?.content as ArrayBuffer).toString()).toBe(calendar.text.replaceAll('\r\n', '\n'))
})

it('signs in and hands over a message with all its parts', async () => {
  const sent = { ...withReplyTo, to: ['office@builders.example', 'owner@builders.example'] }
  expect(await send({ sent })).toEqual({ providerId: `<${message.id}@builders.example>` })
  const [mail] = plain.accepted
  expect(mail).toMatchObject({ from: 'hello@builders.example', to: sent.to })
  const parsed = await PostalMime.parse(mail?.source ?? '')
  expect(parsed).toMatchObject({
    from: { name: 'Five Borough Builders', address: 'hello@builders.example' },
    to: [{ address: 'office@builders.example' }, { address: 'owner@builders.example' }],
    replyTo: [{ address: 'ada.romero@example.com' }],
    subject: message.subject,
    messageId: `<${message.id}@builders.example>`,
    attachments: [],
  })
  expect(parsed.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'x-auto-response-suppress', value: 'All' }),
    ]),
  )
  expect(parsed.text?.trim()).toBe(message.text.trim())
  expect(parsed.html?.trim()).toBe(message.html)
  expect(plain.lines[0]?.line).toBe('EHLO www.builders.example')
  await expect.poll(() => plain.commands.at(-1)).toBe('QUIT')
  await expect.poll(() => plain.open).toBe(0)
})

it('lets no line break, quote or direction mark of a name or subject into the headers', async () => {
  const sent = {
    ...message,
    from: '"Five\r\nBcc: all@mail.example\r\n\u202E" <hello@builders.example>',
    subject: 'Estimate\r\nBcc: all@mail.example\r\n\r\nBody',
  }
  await send({ sent })
  expect(plain.accepted[0]?.to).toEqual(message.to)
  const parsed = await PostalMime.parse(plain.accepted[0]?.source ?? '')
  expect(parsed.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(parsed.from?.address).toBe('hello@builders.example')
  expect(parsed.text?.trim()).toBe(message.text.trim())
})

it('signs in with LOGIN where there is no PLAIN, and not at all without a user', async () => {
  await send({ url: loginOnly.url() })
  expect(loginOnly.accepted).toHaveLength(1)
  await send({ url: `smtp://127.0.0.1:${plain.port}` })
  expect(plain.commands).not.toContain('AUTH')
  expect(plain.accepted).toHaveLength(1)
})

it.each([
  ['smtp', () => starttls],
  ['smtps', () => secure],
])('encrypts before it signs in to another machine (%s)', async (_scheme, server) => {
  server().trust()
  await send({ url: server().url(otherAddress) })
  expect(server().accepted).toHaveLength(1)
  const inPlain = server().lines.filter(({ encrypted }) => !encrypted)
  expect(inPlain.map(({ line }) => line)).toEqual(
    server() === starttls ? ['EHLO www.builders.example', 'STARTTLS'] : [],
  )
})

it('sends neither a password nor a message to another machine without STARTTLS', async () => {
  for (const script of [{}, { STARTTLS: '454 4.7.0 TLS not available' }, { EHLO: '502 Not known' }]) {
    const failure = await failureOf({ url: plain.url(otherAddress), script })
    expect(failure).toMatchObject({ name: 'MailFailure' })
    if (!('EHLO' in script))
      expect(failure.message).toMatch(/^the mail server offers no STARTTLS \(\d{3} \d\.\d\.\d\): nothing was sent$/)
  }
  expect(new Set(plain.commands)).toEqual(new Set(['EHLO', 'STARTTLS']))
})

it.each([
  ['of no authority', () => secure.url(otherAddress), () => undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['of no authority, after STARTTLS', () => starttls.url(otherAddress), () => undefined, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['for another name', () => secure.url(), () => secure.trust(), 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['that has expired', () => expired.url(otherAddress), () => expired.trust(), 'CERT_HAS_EXPIRED'],
])('sends nothing to a server with a certificate %s', async (_what, url, trust, code) => {
  trust()
  const failure = await failureOf({ url: url() })
  expect(failure).toMatchObject({
    name: 'MailFailure',
    message: `the certificate of the mail server is not valid (${code})`,
  })
  for (const server of all())
    expect(server.lines.filter(({ encrypted, line }) => encrypted || !/^(EHLO|STARTTLS)/.test(line))).toEqual([])
})

type Answer = [script: SmtpScript, name: string, text: string]

const answers: Answer[] = [
  [{ AUTH: '535 5.7.8 Bad' }, 'AccountRefused', 'refused the sign-in (535 5.7.8)'],
  [{ AUTH: '534-5.7.9 An app password\r\n534 5.7.9 is needed' }, 'AccountRefused', 'refused the sign-in (534 5.7.9)'],
  [{ AUTH: '503 not here' }, 'AccountRefused', 'refused the sign-in (503)'],
  [{ MAIL: '530 5.7.0 Sign in first' }, 'AccountRefused', 'refused the sign-in (530 5.7.0)'],
  [{ MAIL: '553 5.7.1 Not yours' }, 'AccountRefused', 'refused the sender (553 5.7.1)'],
  [{ message: '554 5.2.252 SendAsDenied; a@b not allowed' }, 'AccountRefused', 'refused the sender (554 5.2.252)'],
  [{ RCPT: '550-5.4.5 Daily limit' + '\r\n550 5.4.5 exceeded' }, 'AccountRefused', 'its limit (550 5.4.5)'],
  [{ AUTH: '454 4.7.0 Later' }, 'MailFailure', 'refused AUTH PLAIN for now (454 4.7.0)'],
  [{ greeting: '421 Too busy' }, 'MailFailure', 'refused CONN for now (421)'],
  [{ greeting: '554 Go away' }, 'MailFailure', 'refused CONN (554)'],
  [{ MAIL: '451 4.3.0 Later' }, 'MailFailure', 'refused MAIL FROM for now (451 4.3.0)'],
  [{ RCPT: '421 4.7.0 Closing' }, 'MailFailure', 'for now (421 4.7.0)'],
  [
    { RCPT: '450 4.2.0 <visitor@mail.example> greylisted' },
    'MessageDelayed',
    'refused the recipient for now (450 4.2.0)',
  ],
  [
    { RCPT: '554 5.7.1 <visitor@mail.example>: Relay access denied' },
    'MessageDelayed',
    'refused to relay email (554 5.7.1)',
  ],
  [{ RCPT: '550 5.1.1 <visitor@mail.example> unknown' }, 'MessageRefused', 'refused the recipient (550 5.1.1)'],
  [{ DATA: '554 5.7.1 No' }, 'MessageRefused', 'refused the message (554 5.7.1)'],
  [{ message: '554 5.7.1 Spam' }, 'MessageRefused', 'refused the message (554 5.7.1)'],
  [{ message: '452 4.3.1 Full' }, 'MailFailure', 'refused DATA for now (452 4.3.1)'],
  [{ greeting: 'cut' }, 'MailFailure', 'the connection to the mail server failed (ECONNECTION)'],
  [{ AUTH: 'cut' }, 'MailFailure', 'the connection to the mail server failed (ECONNECTION)'],
  [{ DATA: 'cut' }, 'MailFailure', 'the connection to the mail server failed (ECONNECTION)'],
  [{ message: 'cut' }, 'MailFailure', 'the connection to the mail server failed (ECONNECTION)'],
]

it.each(answers)('explains %j as %s: %s', async (script, name, text) => {
  const failure = await failureOf({ script })
  expect(failure).toMatchObject({ name, message: expect.stringContaining(text) })
  expect(failure.message).not.toMatch(/@|unknown|Spam/)
})

it('tells when one of several recipients is refused', async () => {
  const sent = { ...message, to: ['office@builders.example', 'gone@builders.example'] }
  const script: SmtpScript = { RCPT: (line) => (line.includes('gone') ? '550 5.1.1 Unknown' : undefined) }
  expect(await failureOf({ sent, script })).toMatchObject({
    name: 'MessageRefused',
    message: expect.stringContaining('one of several'),
  })
})

it('may be told again without its Reply-To when the whole message was refused, and only then', async () => {
  const failure = (script: SmtpScript) => failureOf({ script, sent: withReplyTo })
  expect(await failure({ message: '550 5.6.0 Reply-To' })).toMatchObject({ name: 'ReplyToRefused' })
  expect(await failure({ RCPT: '550 5.1.1 Unknown' })).toMatchObject({ name: 'MessageRefused' })
  expect(await failure({ message: '554 5.2.252 SendAsDenied' })).toMatchObject({ name: 'AccountRefused' })
})

it.each(['greeting', 'EHLO', 'AUTH', 'MAIL', 'DATA', 'message'] as const)(
  'ends an attempt in time when the server hangs at %s',
  async (step) => {
    const start = performance.now()
    expect(await failureOf({ script: { [step]: 'hang' }, timeoutMs: 300 })).toBeInstanceOf(MailFailure)
    expect(performance.now() - start).toBeLessThan(3_000)
    await expect.poll(() => plain.open).toBe(0)
  },
)

it('ends an attempt in time although the server goes on and on with an answer', async () => {
  const dripping = setInterval(() => plain.write('250-more\r\n'), 20)
  const failure = await failureOf({ script: { EHLO: '250-more' }, timeoutMs: 1_000 })
  clearInterval(dripping)
  expect(failure).toMatchObject({ name: 'MailFailure', message: 'no end with the mail server within 1000 ms' })
})

it('ends an attempt at once when it is aborted, and makes none after that', async () => {
  const abort = new AbortController()
  const attempt = send({ script: { DATA: 'hang' }, signal: abort.signal })
  await expect.poll(() => plain.commands).toContain('DATA')
  abort.abort()
  await expect(attempt).rejects.toThrow('stopped')
  await expect.poll(() => plain.open).toBe(0)
  plain.reset()
  await expect(send({ signal: AbortSignal.abort() })).rejects.toThrow('stopped')
  expect(plain.lines).toEqual([])
})

it('leaves nothing behind at the signal, which lives as long as the server', async () => {
  const { signal } = new AbortController()
  await send({ signal })
  await failureOf({ signal, script: { AUTH: 'cut' } })
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('says why a server cannot be reached, without the password', async () => {
  const port = await freePort()
  const failure = await failureOf({ url: `smtp://me:${encodeURIComponent(smtpPassword)}@127.0.0.1:${port}` })
  expect(failure.message).toBe('the connection to the mail server failed (ECONNREFUSED)')
  expect(JSON.stringify({ ...failure, stack: failure.stack })).not.toContain(smtpPassword)
})

it('takes the id of a server that gives a message another one', async () => {
  const response = '250 2.0.0 OK <CH0PR01@namprd01.prod.outlook.com> [Hostname=CH0PR01.namprd01.prod.outlook.com]'
  const { providerId } = await send({ script: { message: response } })
  expect(providerId).toBe('<CH0PR01@namprd01.prod.outlook.com>')
})

it('uses SMTP if MAIL_URL is set', async () => {
  await createMailTransport(parseConfig({ MAIL_URL: plain.url() }, '/'), silentLog).send(
    message,
    new AbortController().signal,
  )
  expect(plain.accepted).toHaveLength(1)
})
