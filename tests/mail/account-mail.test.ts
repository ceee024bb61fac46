import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { findEmailChange } from '#server/accounts/email-links/email-changes.ts'
import { findEmailToken } from '#server/accounts/email-links/email-tokens.ts'
import { type AccountMailKind, accountMailKinds, addAccountMail } from '#server/mail/messages/account-mail.ts'
import { hourMs } from '#shared/durations.ts'
import { type OutboxDatabase, outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
beforeEach(() => fixture.database.transaction(({ user }) => user.deleteMany()))

const patience = { timeout: 10_000, interval: 20 }
const email = 'ada@mail.example'

async function addUser(user: { confirmedAt: Date | null; passwordHash?: string | null }) {
  const data = { id: randomUUID(), email, passwordHash: 'some hash', createdAt: new Date(), ...user }
  await fixture.database.transaction((transaction) => transaction.user.create({ data }))
}

const queue = (kind: AccountMailKind) =>
  fixture.database.transaction((transaction) => addAccountMail(transaction, { kind, address: email, now: new Date() }))

const rows = () => fixture.database.read.outboxMessage.count()
const tokensIn = (texts: readonly { text: string }[]) =>
  texts.flatMap(({ text }) => text.match(/(?<=token=)[\w-]+/g) ?? [])

it.each(accountMailKinds)('%s leaves no trace if the account does not exist', async (kind) => {
  await queue(kind)
  fixture.worker().start()
  await expect.poll(rows, patience).toBe(0)
  expect(fixture.postmark.requests).toBe(0)
  expect(await fixture.database.read.emailToken.count()).toBe(0)
  expect(fixture.logged('warn')).toEqual([])
})

it.each([
  ['account.confirmation', { confirmedAt: new Date() }],
  ['account.confirmation', { confirmedAt: null, passwordHash: null }],
  ['account.exists', { confirmedAt: null }],
] as const)('%s is not sent to an account in the state %o', async (kind, user) => {
  await addUser(user)
  await queue(kind)
  fixture.worker().start()
  await expect.poll(rows, patience).toBe(0)
  expect(fixture.postmark.requests).toBe(0)
})

it('an account email has a new link when it is sent again, and the earlier link stays valid', async () => {
  await addUser({ confirmedAt: null })
  await queue('account.confirmation')
  fixture.postmark.behaveNext('accept then die')
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const tokens = tokensIn(fixture.postmark.accepted.map(({ text }) => ({ text })))
  expect(tokens).toHaveLength(2)
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) {
    const found = await findEmailToken(fixture.database.read, {
      token,
      purposes: ['confirmation'],
      now: new Date(),
    })
    expect(found).toBeDefined()
  }
})

it('the email about a changed address has a new link when it is sent again, and all work as long as the latest', async () => {
  await addUser({ confirmedAt: new Date(0) })
  const requestedAt = new Date(Date.now() - 50 * hourMs)
  await fixture.database.transaction(async (transaction) => {
    const { id: userId } = await transaction.user.findUniqueOrThrow({ where: { email } })
    const messageId = await addAccountMail(transaction, {
      kind: 'account.email-changed',
      address: 'former@mail.example',
      now: requestedAt,
    })
    await transaction.emailChange.create({
      data: {
        ...{ id: randomUUID(), userId, fromEmail: 'former@mail.example', toEmail: email, messageId },
        ...{ createdAt: requestedAt, confirmedAt: requestedAt, expiresAt: requestedAt },
      },
    })
  })
  fixture.postmark.behaveNext('accept then die')
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const tokens = tokensIn(fixture.postmark.accepted.map(({ text }) => ({ text })))
  expect(new Set(tokens).size).toBe(2)
  for (const token of tokens) {
    const change = await findEmailChange(fixture.database.read, { token, purpose: 'undo' })
    expect(change?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 71 * hourMs)
  }
})

it('an account email is sent outside any transaction', async () => {
  await addUser({ confirmedAt: null })
  await queue('account.confirmation')
  let open = 0
  const openWhileSending: number[] = []
  const { read, queries } = fixture.database
  const database: OutboxDatabase = {
    read,
    queries,
    async transaction(work) {
      open += 1
      try {
        return await fixture.database.transaction(work)
      } finally {
        open -= 1
      }
    },
  }
  const transport = {
    async send() {
      openWhileSending.push(open)
      return { providerId: 'x' }
    },
  }
  fixture.worker({ database, transport, timings: { pollIntervalMs: 60_000 } }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(openWhileSending).toEqual([0])
})

it('an account email is retried when its account cannot be looked up', async () => {
  await addUser({ confirmedAt: null })
  await queue('account.confirmation')
  let failures = 0
  const { read, queries } = fixture.database
  const database: OutboxDatabase = {
    read,
    queries,
    transaction: (work) =>
      fixture.database.transaction((transaction, statements) => {
        const failingOnce = new Proxy(transaction, {
          get(target, name) {
            if (name === 'emailToken' && failures === 0) {
              failures += 1
              throw new Error('no tokens today')
            }
            return Reflect.get(target, name)
          },
        })
        return work(failingOnce, statements)
      }),
  }
  fixture.worker({ database }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(failures).toBe(1)
})

it('logs neither the token nor the recipient of an account email', async () => {
  await addUser({ confirmedAt: null })
  await queue('account.reset')
  fixture.postmark.behaveNext('422/300')
  await queue('account.confirmation')
  fixture.worker().start()
  await expect.poll(() => fixture.count('pending'), patience).toBe(0)
  const log = fixture.logLines.join('')
  expect(log).not.toContain(email)
  expect(log).not.toContain('token=')
  for (const token of tokensIn(fixture.postmark.accepted)) expect(log).not.toContain(token)
})
