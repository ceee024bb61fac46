import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '#server/clock.ts'
import { parseConfig } from '#server/config.ts'
import { doesEmailWork, readMailState } from '#server/mail/outbox/mail-state.ts'
import { smtpTimings } from '#server/mail/outbox/timings.ts'
import type { OutboxWorker } from '#server/mail/outbox/worker.ts'
import { createFileTransport } from '#server/mail/transports/file.ts'
import { createPostmarkTransport } from '#server/mail/transports/postmark.ts'
import { createSmtpTransport } from '#server/mail/transports/smtp.ts'
import { sendTestEmail } from '#server/nudges/send-test-email.ts'
import { testServerKey } from '#tests/support/database/server-key.ts'
import { silentLog } from '#tests/support/database/test-database.ts'
import { FakeSmtp, smtpPassword } from '#tests/support/server/fake-smtp.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'
import { outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }
let user: { id: string; email: string }
let smtp: FakeSmtp
beforeAll(async () => {
  smtp = await FakeSmtp.start()
  user = await storeStaff(fixture.database, { email: 'owner@builders.example', role: 'admin' })
})
afterEach(async () => {
  smtp.reset()
  await fixture.database.transaction(({ attempt }) => attempt.deleteMany())
})
afterAll(() => smtp.close())

/** What the page shows of the test email that was sent last. */
async function read(worker: OutboxWorker, settings: Record<string, string>, testId?: string) {
  const config = parseConfig({ MAIL_FROM: 'hello@builders.example', ...settings }, '/')
  const deps = { database: fixture.database, config, user, mailPausedUntil: () => worker.pausedUntil() }
  return await readMailState(deps, testId === undefined ? {} : { testId })
}

async function sendTest(): Promise<string> {
  const sent = await sendTestEmail({
    ...fixture,
    database: fixture.database,
    clock: systemClock,
    serverKey: testServerKey,
    user,
  })
  return sent.id
}

const postmark = { POSTMARK_SERVER_TOKEN: 'secret-token' }

describe('the state of email', () => {
  it('is empty at first, and names Postmark without its token', async () => {
    const state = await read(fixture.worker(), postmark)
    expect(state).toEqual({
      route: { kind: 'postmark' },
      from: 'hello@builders.example',
      waiting: 0,
      ...{ pausedUntil: null, lastSent: null, trouble: null, test: null },
    })
    expect(await doesEmailWork(fixture.database)).toBe(false)
  })

  it('follows a test email until Postmark has taken it', async () => {
    const id = await sendTest()
    const worker = fixture.worker()
    expect(await read(worker, postmark, id)).toMatchObject({ waiting: 1, test: { sent: null, trouble: null } })
    worker.start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    const state = await read(worker, postmark, id)
    const { sentAt } = await fixture.message(id)
    const delivery = { to: 'account', at: sentAt?.toISOString(), isFile: false }
    expect(state).toMatchObject({ waiting: 0, lastSent: delivery, trouble: null, test: { sent: delivery } })
    expect(fixture.postmark.accepted.map(({ to }) => to)).toEqual([user.email])
    expect(await doesEmailWork(fixture.database)).toBe(true)
  })

  it('says that Postmark refuses the sender, how to cure it, and until when sending is paused', async () => {
    fixture.postmark.behave('422/400')
    const id = await sendTest()
    const worker = fixture.worker({ timings: { accountPauseMs: 60_000 } })
    worker.start()
    await expect
      .poll(async () => (await read(worker, postmark, id)).test?.trouble, patience)
      .toMatchObject({
        problem: 'The mail service refuses the sender.',
        cure: expect.stringContaining('MAIL_FROM'),
        reason: 'Postmark returned 422 with code 400: sender signature not found',
        nextTryAt: expect.any(String),
        failedAt: null,
      })
    const { pausedUntil, trouble, waiting } = await read(worker, postmark)
    expect(Date.parse(pausedUntil ?? '')).toBeGreaterThan(Date.now())
    expect(trouble).toMatchObject({ to: 'account' })
    expect(waiting).toBe(1)
    expect(await doesEmailWork(fixture.database)).toBe(false)
  })

  it('says that the mail server refuses the password, names only its host, and recovers', async () => {
    const settings = { MAIL_URL: smtp.url() }
    const account = parseConfig(settings, '/').smtp
    if (!account) throw new Error('The URL is none of SMTP')
    smtp.script = { AUTH: '535 5.7.8 Bad credentials' }
    const id = await sendTest()
    const transport = createSmtpTransport({ account, timeoutMs: 5_000 })
    const worker = fixture.worker({ transport, timings: { ...smtpTimings, accountPauseMs: 300 } })
    worker.start()
    await expect
      .poll(async () => (await read(worker, settings, id)).test?.trouble, patience)
      .toMatchObject({
        problem: 'The mail server refuses the user or password of MAIL_URL.',
        cure: expect.stringContaining('app password'),
      })
    const state = await read(worker, settings, id)
    expect(state.route).toEqual({ kind: 'smtp', host: '127.0.0.1' })
    expect(JSON.stringify(state)).not.toContain(smtpPassword)
    smtp.script = {}
    await expect.poll(async () => (await read(worker, settings, id)).test?.sent, patience).not.toBeNull()
    expect((await read(worker, settings)).trouble).toBeNull()
    expect(await doesEmailWork(fixture.database)).toBe(true)
  })

  it('says that an email became a file, which is no delivery', async () => {
    const { path, remove } = temporaryFolder('mail-state')
    const id = await sendTest()
    const worker = fixture.worker({ transport: createFileTransport(path, silentLog) })
    worker.start()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    const state = await read(worker, {}, id)
    expect(state).toMatchObject({ route: { kind: 'files' }, test: { sent: { isFile: true } } })
    expect(await doesEmailWork(fixture.database)).toBe(false)
    remove()
  })

  it('shows a failure until a later email was sent, and does not take one recipient for all', async () => {
    const [first] = await fixture.addMessages(1, { kind: 'estimate.visitor' })
    fixture.postmark.behaveNext('422/406')
    const worker = fixture.worker({
      transport: createPostmarkTransport({ serverToken: 'test', apiOrigin: fixture.postmark.origin }),
    })
    worker.start()
    await expect.poll(() => fixture.count('failed'), patience).toBe(1)
    const { nextAttemptAt } = await fixture.message(first)
    expect((await read(worker, postmark)).trouble).toMatchObject({
      to: 'visitor',
      failedAt: nextAttemptAt.toISOString(),
      nextTryAt: null,
      cure: expect.stringContaining('suppressions'),
    })
    await fixture.addMessages(1)
    worker.wake()
    await expect.poll(() => fixture.count('sent'), patience).toBe(1)
    expect(await read(worker, postmark)).toMatchObject({ trouble: null, lastSent: { to: 'staff' } })
  })

  it('says nothing about a test email to somebody else', async () => {
    const id = await sendTest()
    const other = { email: 'tom@builders.example' }
    const config = parseConfig(postmark, '/')
    const deps = { database: fixture.database, config, user: other, mailPausedUntil: () => null }
    expect((await readMailState(deps, { testId: id })).test).toBeNull()
  })
})
