import { beforeEach, describe, expect, test } from 'vitest'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import type { EstimateWork, TimelineEvent } from '#shared/estimates/estimate-work.ts'
import { maxCents } from '#shared/estimates/proposals.ts'
import { maxProposals, type ProposalDraft, type WrittenProposal } from '#shared/estimates/written-proposals.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile } from '#tests/support/estimates/store-file.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

// The clock of the test app stands at Monday, January 5, 2026, 3:10 PM in New York.
const site = siteWithStaff()
let id: string

const contacted = (): EstimateColumns => ({
  firstContactAt: now(),
  proposalPromisedOn: '2026-01-08',
  proposalDueOn: '2026-01-08',
})

beforeEach(async () => {
  id = await storeEstimate(site.server, contacted())
})

const now = () => site.server.clock.now()
const today = () => newYorkDay(now())
const draft = (changes: Partial<ProposalDraft> = {}): ProposalDraft => ({
  lines: [
    { text: 'Demolition', cents: 120_000 },
    { text: 'Tiles', cents: 1 },
  ],
  note: 'Permits are included.',
  starts: 'in March',
  duration: 'two weeks',
  validUntil: addDays(today(), 30),
  remind: true,
  ...changes,
})

type State = { work: EstimateWork; timeline: TimelineEvent[] }

async function call(procedure: string, input: Record<string, unknown>, who: SignedIn = site.staff) {
  // Events of the same instant would be in any order.
  site.server.clock.advance(1)
  const response = await site.server.call(`proposals.${procedure}`, { id, ...input }, who.headers)
  const { result, error } = response.json()
  return { status: response.statusCode, data: result?.data, message: error?.message, about: error?.data }
}

async function done<Data>(procedure: string, input: Record<string, unknown>): Promise<Data> {
  const { status, data, message } = await call(procedure, input)
  expect(status, message).toBe(200)
  return data
}

const save = (changes: Partial<ProposalDraft> = {}, of?: WrittenProposal) =>
  done<WrittenProposal>('save', {
    ...{ proposalId: of?.id ?? null, revision: of?.revision ?? 1 },
    draft: draft(changes),
  })
const send = ({ id: proposalId, revision }: WrittenProposal, version: number) =>
  done<State>('send', { proposalId, revision, version })

async function list(): Promise<{ proposals: WrittenProposal[]; link: string | null }> {
  const url = `/api/trpc/proposals.list?input=${encodeURIComponent(JSON.stringify({ id }))}`
  const response = await site.server.app.inject({ url, headers: site.staff.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().result.data
}

const messages = () =>
  site.server.database.read.outboxMessage.findMany({ where: { kind: 'proposal.sent' }, select: { id: true } })

async function addFile(proposalId: string): Promise<void> {
  const file = { id: crypto.randomUUID(), estimateId: id, name: 'plan.pdf', type: 'application/pdf' }
  await site.server.database.transaction(async (transaction) => {
    await storeTestFile(transaction, { ...file, bytes: new Uint8Array(1234), createdAt: now() })
    await transaction.proposal.updateMany({
      where: { id: proposalId },
      data: { fileId: file.id, revision: { increment: 1 } },
    })
  })
}

describe('a draft', () => {
  test('is saved as it is typed, and only over what its page showed', async () => {
    const first = await save({ lines: [{ text: '', cents: null }] })
    const unsent = { sentAt: null, openedAt: null, withdrawnAt: null, answer: null, answerText: null, answeredAt: null }
    const empty = { ...draft({ lines: [{ text: '', cents: null }] }), ...unsent, file: null }
    expect(first).toEqual({ ...empty, id: first.id, number: 1, revision: 1 })
    const second = await save({}, first)
    expect(second).toMatchObject({ ...draft(), id: first.id, revision: 2 })
    const late = await call('save', { proposalId: first.id, revision: 1, draft: draft({ note: 'late' }) })
    expect([late.status, late.message]).toEqual([
      409,
      'This draft has been changed in the meantime. Nothing was saved.',
    ])
    const { proposals, link } = await list()
    expect(proposals).toEqual([second])
    expect(link).toMatch(/^http.*\/request\/[\w-]{48}$/)
  })

  test('is the only one of its request, also of two that are started at once', async () => {
    const start = () => call('save', { proposalId: null, revision: 1, draft: draft() })
    const answers = await Promise.all([start(), start()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe(
      'There is already a draft of a proposal for this request.',
    )
  })

  test('is discarded with its file, and its number is free again', async () => {
    const { id: proposalId } = await save()
    await addFile(proposalId)
    const [withFile] = (await list()).proposals
    expect(withFile).toMatchObject({ revision: 2, file: { name: 'plan.pdf', bytes: 1234 } })
    const bare = await done<WrittenProposal>('removeFile', { proposalId, revision: 2 })
    expect(bare).toMatchObject({ revision: 3, file: null })
    await addFile(proposalId)
    expect((await call('discard', { proposalId, revision: 3 })).status).toBe(409)
    await done('discard', { proposalId, revision: 4 })
    expect(await site.server.database.read.storedFile.count()).toBe(0)
    expect((await list()).proposals).toEqual([])
    expect((await save()).number).toBe(1)
  })

  test.each([
    ['no line', { lines: [] }],
    ['too many lines', { lines: Array.from({ length: 41 }, () => ({ text: 'x', cents: 1 })) }],
    ['an amount with a fraction', { lines: [{ text: 'x', cents: 0.5 }] }],
    ['a long line', { lines: [{ text: 'x'.repeat(201), cents: 1 }] }],
    ['a long note', { note: 'x'.repeat(4001) }],
    ['no such day', { validUntil: '2026-02-30' }],
  ])('with %s is refused', async (_what, changes) => {
    expect((await call('save', { proposalId: null, revision: 1, draft: draft(changes) })).status).toBe(400)
  })

  test('of another request is not found', async () => {
    const { id: proposalId } = await save()
    id = await storeEstimate(site.server, contacted())
    for (const procedure of ['discard', 'removeFile', 'send', 'withdraw'] as const) {
      const version = ['send', 'withdraw'].includes(procedure) ? { version: 1 } : {}
      const revision = procedure === 'withdraw' ? {} : { revision: 1 }
      const { status, message } = await call(procedure, { proposalId, ...revision, ...version })
      expect([procedure, status, message]).toEqual([procedure, 404, 'There is no such proposal.'])
    }
    expect((await call('save', { proposalId, revision: 1, draft: draft() })).status).toBe(404)
  })
})

describe('a proposal that is sent', () => {
  test('stops the clock, is in the timeline, has one email, and never changes', async () => {
    const saved = await save()
    const { work, timeline } = await send(saved, 1)
    const at = now().toISOString()
    expect(work).toMatchObject({ version: 2, proposalSentAt: at, proposalCents: 120_001 })
    expect(timeline.filter(({ kind }) => kind === 'proposal_sent')).toMatchObject([
      { at, by: site.staff.email, number: 1, cents: 120_001 },
    ])
    expect(await messages()).toEqual([{ id: saved.id }])
    const changed = await call('save', { proposalId: saved.id, revision: 2, draft: draft() })
    expect([changed.status, changed.message]).toEqual([
      409,
      'This proposal was already sent. It can no longer be changed.',
    ])
  })

  test('to a customer without an email address is passed on as a link', async () => {
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: { email: '' } }),
    )
    const { id: proposalId } = await save()
    const { work } = await done<State>('send', { proposalId, revision: 1, version: 1, withoutEmail: true })
    expect(work.proposalSentAt).toBe(now().toISOString())
    expect(await messages()).toEqual([])
    const { link } = await list()
    const { body } = await site.server.app.inject({ url: new URL(link ?? '').pathname })
    expect(body).toContain('Demolition')
  })

  test('may be followed by others, which change only the amount, and be withdrawn', async () => {
    const first = await save()
    const { work } = await send(first, 1)
    const second = await save({ lines: [{ text: 'All of it', cents: 99 }] })
    expect(second.number).toBe(2)
    const both = await send(second, 2)
    expect(both.work).toMatchObject({ proposalSentAt: work.proposalSentAt, proposalCents: 99 })
    const back = await done<State>('withdraw', { proposalId: second.id, version: 3 })
    expect(back.work).toMatchObject({ proposalSentAt: work.proposalSentAt, proposalCents: 120_001, version: 4 })
    expect(back.timeline).toContainEqual(expect.objectContaining({ kind: 'proposal_withdrawn', number: 2 }))
    expect((await done<State>('withdraw', { proposalId: second.id, version: 4 })).work.version).toBe(4)
    expect((await done<State>('withdraw', { proposalId: first.id, version: 4 })).work.proposalCents).toBeNull()
    const { id: proposalId } = await save()
    const unsent = await call('withdraw', { proposalId, version: 5 })
    expect([unsent.status, unsent.message]).toEqual([409, 'This proposal was not sent. Discard the draft instead.'])
  })

  test('leaves the amount that was logged before it, once it is withdrawn', async () => {
    const log = async (name: string, input: object) => {
      const url = `/api/trpc/estimates.${name}`
      const answer = await site.server.app.inject({ method: 'POST', url, headers: site.staff.headers, payload: input })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const logged = { id, channel: 'handed', sentOn: today() }
    await log('logProposal', { ...logged, version: 1, cents: 7_700 })
    await log('logProposal', { ...logged, version: 2, cents: 8_800 })
    await log('undoBulkChange', { estimates: [{ id, version: 3 }] })
    const { id: proposalId, revision } = await save()
    await done<State>('send', { proposalId, revision, version: 4 })
    expect((await done<State>('withdraw', { proposalId, version: 5 })).work.proposalCents).toBe(7_700)
  })

  test(`is one of ${maxProposals} at most`, async () => {
    for (let version = 1; version <= maxProposals; version += 1) await send(await save(), version)
    const { status, message } = await call('save', { proposalId: null, revision: 1, draft: draft() })
    expect([status, message]).toEqual([409, 'At most 10 proposals can be sent for one request.'])
  })

  const open = 'This request is won or lost. Set its outcome to open before you send a proposal.'
  test.each<[string, EstimateColumns, string]>([
    [
      'before the first contact',
      { firstContactAt: null },
      'Nobody has contacted this customer yet. Log the contact first.',
    ],
    ['for a request that is won', { outcome: 'won' }, open],
    ['for a request that is lost', { outcome: 'lost' }, open],
    [
      'for a request that its customer withdrew',
      { withdrawnAt: new Date() },
      'The customer has withdrawn this request.',
    ],
    ['without an email address', { email: '' }, 'This request has no email address.'],
    [
      'for an erased request',
      { erasedAt: new Date() },
      'This person’s data was erased. The request can no longer be changed.',
    ],
    [
      'for possible spam',
      { quarantinedAt: new Date(), dueAt: null },
      'This request is possible spam. Press Not spam before you send emails.',
    ],
  ])('is refused %s', async (_when, columns, message) => {
    const { id: proposalId } = await save()
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: columns }),
    )
    const refused = await call('send', { proposalId, revision: 1, version: 1 })
    expect([refused.status, refused.message]).toEqual([409, message])
    expect(await messages()).toEqual([])
  })

  const incomplete = 'Every line needs a text and an amount of at least $0.01.'
  test.each<[string, () => Partial<ProposalDraft>, string, string]>([
    ['a line without text', () => ({ lines: [{ text: ' ', cents: 1 }] }), 'lines', incomplete],
    ['a line without an amount', () => ({ lines: [{ text: 'x', cents: null }] }), 'lines', incomplete],
    ['a line of nothing', () => ({ lines: [{ text: 'x', cents: 0 }] }), 'lines', incomplete],
    [
      'too large a total',
      () => ({ lines: Array.from({ length: 2 }, () => ({ text: 'x', cents: maxCents })) }),
      'lines',
      'The total can be at most $99,999,999.99.',
    ],
    [
      'a day that has passed',
      () => ({ validUntil: addDays(today(), -1) }),
      'validUntil',
      'Please choose today or a later day.',
    ],
  ])('is refused with %s', async (_what, changes, field, message) => {
    const { id: proposalId } = await save(changes())
    const { status, about } = await call('send', { proposalId, revision: 1, version: 1 })
    expect([status, about.fieldErrors]).toEqual([400, { [field]: [message] }])
    expect((await list()).proposals).toMatchObject([{ sentAt: null }])
  })
})

test('many at once send each proposal once, and whoever is late is told who sent it', async () => {
  const colleague = await signedIn(site.server, { role: 'staff', email: 'colleague@mail.example' })
  for (let round = 0; round < 10; round += 1) {
    id = await storeEstimate(site.server, contacted())
    const { id: proposalId } = await save()
    const press = (who: SignedIn) => call('send', { proposalId, revision: 1, version: 1 }, who)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => press(place % 2 ? colleague : site.staff)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = answers.filter(({ status }) => status !== 200)
    const sent = await site.server.database.read.estimateEvent.findFirst({ where: { estimateId: id } })
    const by = sent?.actorEmail
    for (const { status, message, about } of late) {
      expect([status, message]).toEqual([409, `${by} has already sent this proposal.`])
      expect(about.stale.changes).toMatchObject([{ kind: 'proposal_sent', by }])
    }
    // A page that has the new version already, but not the proposal.
    const again = await call('send', { proposalId, revision: 1, version: 2 })
    expect([again.status, again.message]).toEqual([409, `${by} has already sent this proposal.`])
  }
  expect(await messages()).toHaveLength(10)
  expect(await site.server.database.read.estimateEvent.count({ where: { kind: 'proposal_sent' } })).toBe(10)
})
