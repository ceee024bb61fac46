import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { systemClock } from '#server/clock.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { askForReview } from '#server/estimates/work/review-requests.ts'
import { sendEmailAgain } from '#server/estimates/work/send-email-again.ts'
import { reviewOptOutPath, reviewRequestId } from '#server/mail/messages/review-mail.ts'
import { company, setCompany } from '#shared/company.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { mailSettings, outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }
const reviewLink = 'https://g.page/r/builders/review?a=1&b=2'
const withoutLink = company
const email = 'ada@mail.example'
let id: string

const of = (address: string) => ({ email: address, emailKey: mailboxKey(address) })
const deps = () => ({
  ...{ database: fixture.database, clock: systemClock, serverKey: mailSettings.serverKey },
  user: { id: 'x', email: 'staff@builders.example' },
})
const ask = () => askForReview(deps(), { id, entryKey: crypto.randomUUID() })
const change = (columns: Partial<ProjectEstimate>) =>
  fixture.database.transaction(({ projectEstimate }) => projectEstimate.updateMany({ where: { id }, data: columns }))
const optOut = () =>
  fixture.database.transaction(({ reviewRequest }) => reviewRequest.updateMany({ data: { optedOutAt: new Date() } }))

beforeEach(async () => {
  setCompany({ ...withoutLink, reviewLink })
  await fixture.database.transaction(({ reviewRequest }) => reviewRequest.deleteMany({}))
  id = await storeEstimate(
    { database: fixture.database, clock: systemClock as never },
    {
      ...{ ...of(email), status: 'completed', outcome: 'won' },
    },
  )
})
afterEach(() => setCompany(withoutLink))

it('sends the link for reviews with a way out that mail programs know, to the customer alone', async () => {
  await ask()
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const [mail] = fixture.postmark.accepted
  const out = `${mailSettings.appOrigin}${reviewOptOutPath(reviewRequestId(mailSettings.serverKey, email))}`
  expect(mail).toMatchObject({ to: email, replyTo: mailSettings.staffInbox[0] })
  for (const part of [reviewLink, out, company.license.number, company.address.street])
    expect(mail?.text).toContain(part)
  expect(mail?.headers).toMatchObject({
    'List-Unsubscribe': `<${out}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

it.each<[string, () => unknown]>([
  ['has opted out', optOut],
  ['was erased', () => change({ erasedAt: new Date(), email: '', emailKey: '' })],
  ['has withdrawn', () => change({ withdrawnAt: new Date() })],
  ['is worked for again', () => change({ status: 'in_progress' })],
  ['is not won any more', () => change({ outcome: 'lost' })],
  ['has another address, which nobody asked', () => change(of('ben@mail.example'))],
  ['could not write one any more', () => setCompany(withoutLink)],
])('sends nothing to a customer who meanwhile %s', async (_what, happen) => {
  await ask()
  await happen()
  fixture.worker().start()
  await expect.poll(() => fixture.database.read.outboxMessage.count(), patience).toBe(0)
  expect(fixture.postmark.requests).toBe(0)
})

/** Asks while the service refuses the email. Returns its id, and what sends it again. */
async function askInVain() {
  await ask()
  fixture.worker().start()
  await expect.poll(() => fixture.count('failed'), patience).toBe(1)
  const [failed] = await fixture.database.read.outboxMessage.findMany({ where: { state: 'failed' } })
  const messageId = failed?.id ?? ''
  return { messageId, again: () => sendEmailAgain(deps(), { id, messageId, entryKey: crypto.randomUUID() }) }
}

const failAgain = (messageId: string) =>
  fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { id: messageId }, data: { state: 'failed' } }),
  )

it('sends one that was refused again, unless the person was asked since', async () => {
  fixture.postmark.behave(() => (fixture.postmark.requests === 1 ? '422/406' : 'ok'))
  const { messageId, again } = await askInVain()
  await again()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  await failAgain(messageId)
  await expect(again()).rejects.toThrow('was asked for a review within the last year')
})

it('sends one that was refused again, to the corrected address, unless the person has opted out', async () => {
  fixture.postmark.behave(({ to }) => (to === email ? '422/406' : 'ok'))
  const { messageId, again } = await askInVain()
  await change(of('ben@mail.example'))
  await again()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  await change(of(email))
  await optOut()
  await failAgain(messageId)
  await expect(again()).rejects.toThrow('asked not to be asked')
})
