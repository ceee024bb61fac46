import { beforeEach, expect, it } from 'vitest'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { systemClock } from '#server/clock.ts'
import { newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { sendEmailAgain } from '#server/estimates/work/send-email-again.ts'
import { queueVisitorMails } from '#server/mail/messages/visitor-mails.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeProposal } from '#tests/support/estimates/store-proposal.ts'
import { storeStaff } from '#tests/support/server/staff-account.ts'
import { mailSettings, outboxPerFile } from './outbox-fixture.ts'

const fixture = outboxPerFile()
const patience = { timeout: 10_000, interval: 20 }
const visitor = 'visitor@mail.example'
let estimateId: string
let id: string

beforeEach(async () => {
  estimateId = await storeEstimate({ database: fixture.database, clock: systemClock as never }, { email: visitor })
  id = await storeProposal(fixture.database, estimateId)
})

const queue = (kind = 'proposal.sent', now = new Date()) =>
  fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({ data: { id, kind, estimateId, createdAt: now, nextAttemptAt: now } }),
  )
const change = (columns: Partial<ProjectEstimate>) =>
  fixture.database.transaction(({ projectEstimate }) =>
    projectEstimate.updateMany({ where: { id: estimateId }, data: columns }),
  )
const recipients = () => fixture.postmark.accepted.map(({ to }) => to)
const again = async (messageId: string) => {
  const user = { id: 'x', email: 'staff@builders.example' }
  const deps = { database: fixture.database, clock: systemClock, user, serverKey: mailSettings.serverKey }
  return await sendEmailAgain(deps, { id: estimateId, messageId, entryKey: crypto.randomUUID() })
}

it('sends the proposal to the visitor, and replies come to the staff', async () => {
  await queue()
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  const [mail] = fixture.postmark.accepted
  expect(mail).toMatchObject({ to: visitor, replyTo: mailSettings.staffInbox[0] })
  expect(mail?.text).toContain('$1,200.01')
})

it.each<[string, () => Promise<unknown>]>([
  [
    'was withdrawn',
    () =>
      fixture.database.transaction(({ proposal }) =>
        proposal.updateMany({ where: { id }, data: { withdrawnAt: new Date() } }),
      ),
  ],
  ['was replaced', () => storeProposal(fixture.database, estimateId, { number: 2 })],
  ['is of an erased request', () => change({ erasedAt: new Date(), email: '' })],
])('sends nothing about a proposal that %s', async (_what, happen) => {
  await queue()
  await happen()
  fixture.worker().start()
  await expect.poll(() => fixture.database.read.outboxMessage.count(), patience).toBe(0)
  expect(fixture.postmark.requests).toBe(0)
})

it('sends a proposal that was refused again, to the address that was corrected, unless a newer one was sent', async () => {
  fixture.postmark.behave(({ to }) => (to === visitor ? '422/406' : 'ok'))
  await queue()
  fixture.worker().start()
  await expect.poll(() => fixture.count('failed'), patience).toBe(1)
  await change({ email: 'right@mail.example' })
  const { timeline } = await again(id)
  expect(timeline.filter(({ kind }) => kind === 'mail_again')).toMatchObject([{ mail: 'proposal.sent' }])
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  expect(recipients()).toEqual(['right@mail.example'])

  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({ where: { state: 'sent' }, data: { state: 'failed' } }),
  )
  const second = await fixture.database.read.outboxMessage.findFirstOrThrow({ where: { state: 'failed' } })
  await storeProposal(fixture.database, estimateId, { number: 2 })
  await expect(again(second.id)).rejects.toThrow('This proposal was withdrawn, or a newer one was sent.')
})

it('sends a proposal to an address that was corrected after it had been sent', async () => {
  await queue()
  fixture.worker().start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(1)
  await expect(again(id)).rejects.toThrow('This email was already sent.')
  const details = { kind: 'details', changes: [{ field: 'email', from: visitor, to: 'right@mail.example' }] } as const
  const corrected = newEvent({ estimateId, actor: null, at: new Date(Date.now() + 1), change: details })
  await fixture.database.transaction(({ estimateEvent }) => estimateEvent.create({ data: corrected }))
  await change({ email: 'right@mail.example' })
  await again(id)
  await expect.poll(recipients, patience).toEqual([visitor, 'right@mail.example'])
})

it('tells the assignee what a visitor did, and without one each address of the staff inbox', async () => {
  const config = { ...mailSettings, staffInbox: ['foreman@builders.example', 'office@builders.example'] }
  const now = new Date()
  const withdrew = newEvent({ estimateId, actor: null, at: now, change: { kind: 'visitor_withdrew' } })
  const tell = () =>
    fixture.database.transaction((transaction) =>
      queueVisitorMails(transaction, ['visitor.changed'], { estimateId, now }),
    )
  await fixture.database.transaction(({ estimateEvent }) => estimateEvent.create({ data: withdrew }))
  await tell()
  fixture.worker({ config }).start()
  await expect.poll(() => fixture.count('sent'), patience).toBe(2)
  expect(recipients().toSorted()).toEqual(config.staffInbox)
  const { id: assigneeId, email } = await storeStaff(fixture.database, { email: 'ana@builders.example' })
  await change({ assigneeId })
  await tell()
  await expect.poll(() => recipients().at(-1), patience).toBe(email)
  expect(fixture.postmark.accepted.at(-1)?.text).toContain('The customer has withdrawn the request.')
  // A copy for an inbox that is tried again does not go to the new assignee as well.
  await fixture.database.transaction(({ outboxMessage }) =>
    outboxMessage.updateMany({
      where: { address: 'office@builders.example' },
      data: { state: 'pending', nextAttemptAt: now },
    }),
  )
  await expect.poll(recipients, patience).toHaveLength(4)
  expect(recipients().at(-1)).toBe('office@builders.example')
})

it('sends no receipt of the answer to a customer who was given the link', async () => {
  await change({ email: '' })
  await fixture.database.transaction(async (transaction) => {
    const answer = { answer: 'accepted', answerText: 'Ada', answeredAt: new Date() }
    await transaction.proposal.updateMany({ where: { id }, data: answer })
    await queueVisitorMails(transaction, ['proposal.answered'], { estimateId, now: new Date() })
  })
  fixture.worker().start()
  await expect.poll(() => fixture.database.read.outboxMessage.count(), patience).toBe(0)
  expect(fixture.postmark.requests).toBe(0)
})

it('sends a receipt of the answer', async () => {
  const answer = { answer: 'changes', answerText: 'Without the tiles', answeredAt: new Date() }
  await fixture.database.transaction(async (transaction) => {
    await transaction.proposal.updateMany({ where: { id }, data: answer })
    await queueVisitorMails(transaction, ['proposal.answered'], { estimateId, now: new Date() })
  })
  fixture.worker().start()
  await expect.poll(recipients, patience).toEqual([visitor])
  expect(fixture.postmark.accepted[0]?.text).toContain('Without the tiles')
})
