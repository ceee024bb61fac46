import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Proposal } from '#prisma/generated/sqlite/client.ts'
import { openServerKey } from '#server/accounts/secrets/server-key.ts'
import { addMs } from '#server/clock.ts'
import { requestPath } from '#server/mail/messages/request-link.ts'
import { addDays, newYorkDay } from '#shared/calendar-days.ts'
import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import { photoProblems } from '#shared/estimates/photos.ts'
import { declineReasons } from '#shared/estimates/written-proposals.ts'
import { formatDayOfWeek } from '#shared/formatting.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { buildProposal } from '#tests/support/estimates/build-proposal.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile } from '#tests/support/estimates/store-file.ts'
import { parsed } from '#tests/support/server/email-html.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

const server = sharedApp({ settings: trustLoopback })
let serverKey: Buffer
beforeAll(async () => {
  serverKey = await openServerKey(server.database, server.clock)
})

const today = () => newYorkDay(server.clock.now())

/** A request that was contacted, with its sent proposals in their order. */
async function store(
  proposals: readonly Partial<Proposal>[] = [{}],
  columns: EstimateColumns = {},
): Promise<{ id: string; path: string }> {
  const now = server.clock.now()
  const id = await storeEstimate(server, { reference: randomUUID(), ...columns })
  await server.database.transaction(async ({ projectEstimate, proposal }) => {
    const contacted = { firstContactAt: now, proposalSentAt: now, proposalPromisedOn: today(), proposalDueOn: today() }
    await projectEstimate.updateMany({ where: { id }, data: { ...contacted, ...columns } })
    for (const [index, one] of proposals.entries())
      await proposal.create({
        data: buildProposal({
          estimateId: id,
          number: index + 1,
          sentAt: now,
          validUntil: addDays(today(), 30),
          ...one,
        }),
      })
  })
  return { id, path: requestPath(serverKey, id) }
}

const open = (url: string) => server.app.inject({ url, headers: fromElsewhere() })

const send = (
  { path }: { path: string },
  fields: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...fromElsewhere(), ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

const accept = { form: 'accepted', number: '1', text: 'Ada Romero' }

const noteOpened = ({ path }: { path: string }) =>
  server.app.inject({ method: 'POST', url: `${path}/opened`, headers: fromElsewhere() })

const readEstimate = (id: string) => server.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })
const readProposals = (estimateId: string) =>
  server.database.read.proposal.findMany({ where: { estimateId }, orderBy: { number: 'asc' } })
async function readProposal(estimateId: string) {
  const [proposal] = await readProposals(estimateId)
  return proposal
}
async function readEvents(estimateId: string) {
  const events = await server.database.read.estimateEvent.findMany({ where: { estimateId } })
  const read = events.map(({ kind, actorId, details }) => ({ kind, actorId, ...JSON.parse(details) }))
  return read.toSorted((a, b) => a.version - b.version)
}
async function readMailKinds(estimateId: string) {
  const mails = await server.database.read.outboxMessage.findMany({ where: { estimateId } })
  return mails.map(({ kind }) => kind).toSorted()
}

const page = (body: string) => parsed(body).documentElement
const textOf = (body: string) => page(body).textContent
const formsOf = (body: string) =>
  [...page(body).querySelectorAll('input[name="form"]')].map((input) => input.getAttribute('value'))

/** Expects a refusal that shows the page again, with what was typed and the sentence at its field. */
function expectRefused(
  answer: Awaited<ReturnType<typeof send>>,
  status: number,
  problem: string,
  typed?: string,
): void {
  expect(answer.statusCode).toBe(status)
  const field = page(answer.body).querySelector('[aria-invalid], fieldset[aria-describedby]')
  const described = field?.getAttribute('aria-describedby')
  expect(page(answer.body).querySelector(`#${described}`)?.textContent).toBe(problem)
  expect(field?.closest('details')?.hasAttribute('open')).toBe(true)
  if (typed !== undefined) expect(field?.getAttribute('value') ?? field?.textContent).toBe(typed)
}

describe('the proposal on the page of a request', () => {
  test('is the last one that was sent and not withdrawn, with its lines and the total', async () => {
    const { path } = await store([
      { lines: JSON.stringify([{ text: 'The first one', cents: 100 }]) },
      {},
      { withdrawnAt: server.clock.now(), lines: JSON.stringify([{ text: 'The withdrawn one', cents: 100 }]) },
      { sentAt: null, lines: JSON.stringify([{ text: 'The draft', cents: 100 }]) },
    ])
    const { body } = await open(path)
    const rows = [...page(body).querySelectorAll('article tr')].map((row) => row.textContent)
    expect(rows).toEqual([
      'WorkAmount',
      'Demolition and removal of the old kitchen$4,200.00',
      'Cabinets, counters and backsplash, installed$29,800.50',
      'Plumbing and electrical, with permits$14,550.00',
      'Total $48,550.50',
    ])
    expect(textOf(body)).toMatch(/Within three weeks of the contract.*Six weeks.*Appliances are yours to buy/s)
    expect(textOf(body)).toContain('This proposal is valid until Wed, Feb 4, 2026.')
    expect(textOf(body)).toContain('This tells us to prepare the contract; it is not the contract.')
    expect(formsOf(body)).toEqual(['accepted', 'changes', 'declined', 'details', 'phone', 'withdraw'])
    expect(body).not.toMatch(/The first one|The withdrawn one|The draft/)
  })

  test('says what was answered, and may be answered otherwise', async () => {
    const answeredAt = server.clock.now()
    const states = [
      [
        { answer: 'accepted', answerText: 'Ada R.', answeredAt },
        'You accepted our proposal.',
        'Accepted on Mon, Jan 5, 2026By Ada R.',
      ],
      [
        { answer: 'changes', answerText: 'No island', answeredAt },
        'You asked for changes to our proposal.',
        'You asked for changes on Mon, Jan 5, 2026No island',
      ],
      [
        { answer: 'declined', answerText: 'someone-else', answeredAt },
        'You declined our proposal.',
        'You declined this proposal on Mon, Jan 5, 2026Reason: Someone else',
      ],
    ] as const
    for (const [columns, lead, sentence] of states) {
      const { body } = await open((await store([columns])).path)
      expect(textOf(body)).toContain(`${lead} Your reference is`)
      expect(textOf(body)).toContain(sentence)
      expect(textOf(body)).toContain('You can still change your answer.')
      const others = ['changes', 'declined', 'details', 'phone', 'withdraw']
      expect(formsOf(body)).toEqual(columns.answer === 'accepted' ? others : ['accepted', ...others])
    }
  })

  test('promises nothing once the request was withdrawn or lost', async () => {
    const now = server.clock.now()
    const accepted = { answer: 'accepted', answerText: 'Ada R.', answeredAt: now }
    for (const [work, promises] of [
      [{}, true],
      [{ outcome: 'won' }, true],
      [{ outcome: 'lost' }, false],
      [{ withdrawnAt: now }, false],
    ] as const) {
      const answered = textOf((await open((await store([accepted], work)).path)).body)
      expect(answered).toContain('Accepted on Mon, Jan 5, 2026By Ada R.')
      expect(answered.includes('We’ll prepare the contract.')).toBe(promises)
      const waiting = textOf((await open((await store([{}], work)).path)).body)
      expect(waiting.includes('This proposal is valid until')).toBe(promises)
    }
  })

  test('that the staff withdrew is not there, and the page says so', async () => {
    const withdrawnAt = server.clock.now()
    const { body } = await open((await store([{ withdrawnAt }])).path)
    expect(textOf(body)).toContain('We withdrew the proposal that we sent you.')
    const { path } = await store([{}, { withdrawnAt }])
    expect(textOf((await open(path)).body)).not.toContain('We withdrew')
  })

  test('that came after another says when it was sent itself', async () => {
    const first = addMs(server.clock.now(), -9 * dayMs)
    const { path } = await store([{ sentAt: first }, {}], { proposalSentAt: first })
    const sent = `We sent your proposal on ${formatDayOfWeek(server.clock.now())}.`
    expect(textOf((await open(path)).body)).toContain(sent)
  })

  test('that has expired, is replaced or belongs to a closed request cannot be answered', async () => {
    const expired = await store([{ validUntil: addDays(today(), -1) }])
    const { body } = await open(expired.path)
    expect(textOf(body)).toContain(
      'This proposal was valid until Sun, Jan 4, 2026. Please call us if you would still like to go ahead.',
    )
    const closed = [
      expired,
      await store([{ withdrawnAt: server.clock.now() }]),
      await store([{ sentAt: null }]),
      await store([{}], { outcome: 'won' }),
      await store([{}], { outcome: 'lost' }),
      await store([{}], { withdrawnAt: server.clock.now() }),
      await store([{}], { quarantinedAt: server.clock.now(), dueAt: null }),
    ]
    for (const one of closed) {
      expect(formsOf((await open(one.path)).body)).not.toContain('accepted')
      const { statusCode, body } = await send(one, accept)
      expect(statusCode).toBe(409)
      expect(textOf(body)).toContain('This proposal can no longer be answered here.')
      expect(await readEvents(one.id)).toEqual([])
    }
    const replaced = await store([{}, {}])
    expectRefused(
      await send(replaced, accept),
      409,
      'This proposal can no longer be answered here. Please look at it again, or call us.',
      'Ada Romero',
    )
    expect((await readProposals(replaced.id)).map(({ answer }) => answer)).toEqual([null, null])
  })
})

describe('a visitor who answers a proposal', () => {
  test('accepts it with a name, and the staff hear of it', async () => {
    const request = await store()
    const { statusCode, headers } = await send(request, { ...accept, text: '  Ada Romero ' })
    expect([statusCode, headers.location]).toEqual([303, `${request.path}?done=accepted`])
    const now = server.clock.now()
    const answered = { answer: 'accepted', answerText: 'Ada Romero', answeredAt: now, remind: false }
    expect(await readProposal(request.id)).toMatchObject(answered)
    expect(await readEstimate(request.id)).toMatchObject({ version: 2, outcome: 'open', followUpOn: today() })
    expect(await readEvents(request.id)).toEqual([
      { kind: 'proposal_answered', actorId: null, number: 1, answer: 'accepted', text: 'Ada Romero', version: 2 },
      { kind: 'follow_up', actorId: null, from: null, to: today(), version: 2 },
    ])
    expect(await readMailKinds(request.id)).toEqual(['proposal.answered', 'visitor.changed'])
    const { body } = await open(String(headers.location))
    expect(page(body).querySelector('[role="status"]')?.textContent).toBe(
      'Thank you. We’ll prepare the contract and get back to you.',
    )

    // The same once more changes nothing.
    expect((await send(request, accept)).statusCode).toBe(303)
    expect(await readEvents(request.id)).toHaveLength(2)
  })

  test('asks for changes, and may decline afterwards, for each of the reasons', async () => {
    const request = await store()
    expect((await send(request, { form: 'changes', number: '1', text: 'No island\r\nplease' })).statusCode).toBe(303)
    expect(await readProposal(request.id)).toMatchObject({ answer: 'changes', answerText: 'No island\nplease' })
    for (const text of declineReasons) {
      expect((await send(request, { form: 'declined', number: '1', text })).statusCode).toBe(303)
      expect(await readProposal(request.id)).toMatchObject({ answer: 'declined', answerText: text })
    }
  })

  test('gets the form again with what was typed, and a sentence', async () => {
    const request = await store()
    const long = 'ä'.repeat(2_001)
    expectRefused(await send(request, { ...accept, text: ' A ' }), 400, 'Please type your full name.', ' A ')
    expectRefused(await send(request, { form: 'changes', number: '1' }), 400, 'Please write what we should change.', '')
    expectRefused(
      await send(request, { form: 'changes', number: '1', text: long }),
      400,
      'Please keep it to 2000 characters.',
      long,
    )
    expectRefused(await send(request, { form: 'declined', number: '1', text: 'cheap' }), 400, 'Please choose a reason.')
    expect(await readEvents(request.id)).toEqual([])
  })
})

describe('a visitor who changes a request', () => {
  test('adds details, five a day', async () => {
    const request = await store([])
    for (const text of ['1', '2', '3', '4', '5'])
      expect((await send(request, { form: 'details', text })).statusCode).toBe(303)
    // A second press adds nothing.
    expect((await send(request, { form: 'details', text: '5' })).statusCode).toBe(303)
    const sentence = 'You have added five details within a day. Please call us with the rest.'
    expectRefused(await send(request, { form: 'details', text: '6' }), 429, sentence, '6')
    expect((await readEvents(request.id)).map(({ kind, text }) => [kind, text])).toEqual(
      ['1', '2', '3', '4', '5'].map((text) => ['visitor_added', text]),
    )
    expect(await readEstimate(request.id)).toMatchObject({ version: 6 })
    expect(await readMailKinds(request.id)).toEqual(Array.from({ length: 5 }, () => 'visitor.changed'))
    expect(textOf((await open(request.path)).body)).toContain('Added on Mon, Jan 55')
    server.clock.advance(dayMs)
    expect((await send(request, { form: 'details', text: '6' })).statusCode).toBe(303)
    expectRefused(
      await send(request, { form: 'details', text: ' ' }),
      400,
      'Please write what you would like to add.',
      ' ',
    )
  })

  test('corrects the phone number, by which the request is then found', async () => {
    const request = await store([], { phone: '(718) 555-0110' })
    expectRefused(await send(request, { form: 'phone', text: '' }), 400, 'Please enter a phone number.', '')
    const short = 'This looks too short for a phone number. Please check it.'
    expectRefused(await send(request, { form: 'phone', text: '555-01' }), 400, short, '555-01')
    expectRefused(await send(request, { form: 'phone', text: 'call my office' }), 400, short, 'call my office')
    const before = await readEstimate(request.id)
    expect((await send(request, { form: 'phone', text: '+1 646 555 0177' })).statusCode).toBe(303)
    const { searchText, ...after } = await readEstimate(request.id)
    expect(after).toEqual({
      ...before,
      searchText: undefined,
      ...{ version: 2, phone: '+1 646 555 0177', phoneDigits: '6465550177' },
    })
    expect(searchText).toContain('#0177')
    expect(searchText).not.toContain('#0110')
    expect(await readEvents(request.id)).toEqual([
      { kind: 'visitor_phone', actorId: null, from: '(718) 555-0110', to: '+1 646 555 0177', version: 2 },
    ])
    expect(await readMailKinds(request.id)).toEqual(['visitor.changed'])
    // Unchanged, it is saved without an event.
    expect((await send(request, { form: 'phone', text: '+1 646 555 0177' })).statusCode).toBe(303)
    expect(await readEvents(request.id)).toHaveLength(1)
  })

  test('withdraws it, which stops all clocks, and undoes that within ten minutes', async () => {
    const request = await store()
    const { dueAt, proposalDueOn } = await readEstimate(request.id)
    expect((await send(request, { form: 'withdraw' })).statusCode).toBe(303)
    const withdrawnAt = server.clock.now()
    expect(await readEstimate(request.id)).toMatchObject({ withdrawnAt, dueAt: null, proposalDueOn: null, version: 2 })
    const { body } = await open(request.path)
    expect(textOf(body)).toContain('You withdrew this request.')
    expect(formsOf(body)).toEqual(['return'])
    for (const form of ['details', 'phone'])
      expect((await send(request, { form, text: '646 555 0177' })).statusCode).toBe(409)

    server.clock.advance(10 * minuteMs - 1)
    expect((await send(request, { form: 'return' })).statusCode).toBe(303)
    expect(await readEstimate(request.id)).toMatchObject({ withdrawnAt: null, dueAt, proposalDueOn, version: 3 })
    expect(formsOf((await open(request.path)).body)).toContain('withdraw')
    expect((await readEvents(request.id)).map(({ kind }) => kind)).toEqual(['visitor_withdrew', 'visitor_returned'])
    expect(await readMailKinds(request.id)).toEqual(['visitor.changed', 'visitor.changed'])
    // There is nothing left to undo.
    expect((await send(request, { form: 'return' })).statusCode).toBe(303)
    expect(await readEvents(request.id)).toHaveLength(2)

    await send(request, { form: 'withdraw' })
    server.clock.advance(10 * minuteMs)
    expect(formsOf((await open(request.path)).body)).toEqual([])
    const late = await send(request, { form: 'return' })
    expect(late.statusCode).toBe(409)
    expect(page(late.body).querySelector('[role="alert"]')?.textContent).toContain('ten minutes only')
  })

  test('sees the visit while it is ahead, and calls it off by a withdrawal', async () => {
    const request = await store()
    const now = server.clock.now()
    const visit = {
      id: randomUUID(),
      estimateId: request.id,
      startsAt: addMs(now, hourMs),
      endsAt: addMs(now, 2 * hourMs),
    }
    const told = { ...{ id: randomUUID(), kind: 'visit.visitor', state: 'sent' }, createdAt: now, nextAttemptAt: now }
    await server.database.transaction(async ({ visit: visits, outboxMessage }) => {
      await visits.create({ data: { ...visit, place: '12 Elm St' } })
      await outboxMessage.create({ data: { ...told, visitId: visit.id, estimateId: request.id } })
    })
    const shown = textOf((await open(request.path)).body)
    expect(shown).toContain('Our visit')
    expect(shown).toContain('12 Elm St')
    expect((await send(request, { form: 'withdraw' })).statusCode).toBe(303)
    expect(textOf((await open(request.path)).body)).not.toContain('Our visit')
    expect(await server.database.read.visit.findUniqueOrThrow({ where: { id: visit.id } })).toMatchObject({
      ...{ sequence: 1, calledOffAt: now },
    })
    expect((await readEvents(request.id)).map(({ kind }) => kind)).toEqual(['visitor_withdrew', 'visit_called_off'])
    expect((await readMailKinds(request.id)).toSorted()).toEqual(['visit.visitor', 'visit.visitor', 'visitor.changed'])
  })

  test('who then calls is helped by the staff, at any time', async () => {
    const request = await store()
    const { dueAt, proposalDueOn } = await readEstimate(request.id)
    await send(request, { form: 'withdraw' })
    server.clock.advance(hourMs)
    const staff = await signedIn(server, { role: 'staff' })
    for (const version of [2, 3]) {
      const payload = { id: request.id, version }
      const answer = await server.app.inject({
        ...{ method: 'POST', url: '/api/trpc/estimates.resume', headers: staff.headers, payload },
      })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    expect(await readEstimate(request.id)).toMatchObject({ withdrawnAt: null, dueAt, proposalDueOn, version: 3 })
    expect((await readEvents(request.id)).slice(1)).toMatchObject([{ kind: 'visitor_returned', actorId: staff.userId }])
    expect(formsOf((await open(request.path)).body)).toContain('withdraw')
  })

  test('starts no clock while withdrawn, and the contact since then counts once that is over', async () => {
    const columns = { status: 'new', firstContactAt: null, proposalPromisedOn: null, proposalSentAt: null }
    const staff = await signedIn(server, { role: 'staff' })
    const call = (name: string, payload: object) =>
      server.app.inject({ method: 'POST', url: `/api/trpc/estimates.${name}`, headers: staff.headers, payload })
    for (const keepStatus of [true, false]) {
      const request = await store([], { ...columns, proposalDueOn: null })
      await send(request, { form: 'withdraw' })
      server.clock.advance(1)
      const contact = { id: request.id, channel: 'call', keepStatus, entryKey: randomUUID() }
      expect((await call('logContact', contact)).statusCode).toBe(200)
      const { version, ...contacted } = await readEstimate(request.id)
      expect(contacted).toMatchObject({ firstContactAt: server.clock.now(), proposalDueOn: null })

      const seen = { id: request.id, version }
      const changes = [
        await call('moveProposal', { ...seen, dueOn: addDays(today(), 7), reason: 'visit' }),
        await call('skipProposal', { ...seen, reason: 'Nobody needs it' }),
      ]
      for (const { statusCode, body } of changes) {
        expect(statusCode).toBe(409)
        expect(body).toContain('The customer has withdrawn this request.')
      }
      expect((await call('resume', seen)).statusCode).toBe(200)
      expect(await readEstimate(request.id)).toMatchObject({ proposalDueOn: contacted.proposalPromisedOn })
      expect(contacted.proposalPromisedOn).toBe(addDays(today(), 3))
    }
  })

  test('in quarantine, and then turns out to be no spam, is left alone until it is resumed', async () => {
    const staff = await signedIn(server, { role: 'staff' })
    const call = async (name: string, payload: object) => {
      const url = `/api/trpc/estimates.${name}`
      const { statusCode } = await server.app.inject({ method: 'POST', url, headers: staff.headers, payload })
      expect(statusCode).toBe(200)
    }
    const releases = [
      (seen: object) => call('release', seen),
      (seen: object) => call('bulkChange', { estimates: [seen], change: { kind: 'release' } }),
    ]
    for (const release of releases) {
      const quarantined = { quarantinedAt: server.clock.now(), quarantineReasons: 'decoy', dueAt: null }
      const request = await store([], { ...quarantined, firstContactAt: null, proposalDueOn: null })
      await send(request, { form: 'withdraw' })
      await release({ id: request.id, version: 2 })
      expect(await readEstimate(request.id)).toMatchObject({ quarantinedAt: null, dueAt: null })
      expect(await readMailKinds(request.id)).toEqual([])
      server.clock.advance(minuteMs)
      await call('resume', { id: request.id, version: 3 })
      const resumed = await readEstimate(request.id)
      expect(resumed).toMatchObject({ withdrawnAt: null, dueAt: addMs(server.clock.now(), dayMs) })
    }
  })

  test('leaves alone what the staff have set since a withdrawal', async () => {
    const request = await store()
    await send(request, { form: 'withdraw' })
    const quarantinedAt = server.clock.now()
    await server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id: request.id }, data: { quarantinedAt, proposalDueOn: '2026-02-02' } }),
    )
    await send(request, { form: 'return' })
    expect(await readEstimate(request.id)).toMatchObject({
      withdrawnAt: null,
      dueAt: null,
      proposalDueOn: '2026-02-02',
    })
  })

  test('in quarantine causes no email', async () => {
    const request = await store([], { quarantinedAt: server.clock.now(), dueAt: null })
    expect((await send(request, { form: 'details', text: 'hello' })).statusCode).toBe(303)
    expect(await readEvents(request.id)).toHaveLength(1)
    expect(await readMailKinds(request.id)).toEqual([])
  })
})

describe('a proposal that is opened', () => {
  test('notes it once, for a follow-up three business days later', async () => {
    const request = await store()
    expect((await open(request.path)).body).toContain('<script src="/request-opened.js"')
    const { statusCode, headers } = await noteOpened(request)
    expect([statusCode, headers['cache-control']]).toEqual([204, 'no-store'])
    await noteOpened(request)
    expect(await readProposal(request.id)).toMatchObject({ openedAt: server.clock.now(), answer: null })
    expect(await readEstimate(request.id)).toMatchObject({ followUpOn: addDays(today(), 3), version: 2 })
    expect(await readEvents(request.id)).toEqual([
      { kind: 'proposal_opened', actorId: null, number: 1, version: 2 },
      { kind: 'follow_up', actorId: null, from: null, to: addDays(today(), 3), version: 2 },
    ])
    expect(await readMailKinds(request.id)).toEqual([])
    expect((await open(request.path)).body).not.toContain('/request-opened.js')
  })

  test('is not noted by programs that load its page, however often', { timeout: 120_000 }, async () => {
    const request = await store()
    // What the page reads is the same on both engines.
    const times = server.databaseUrl.startsWith('file:') ? 1_000 : 20
    for (let loads = 0; loads < times; loads += 1) expect((await open(request.path)).statusCode).toBe(200)
    expect(await readProposal(request.id)).toMatchObject({ openedAt: null })
    expect(await readEstimate(request.id)).toMatchObject({ followUpOn: null, version: 1 })
    expect(await readEvents(request.id)).toEqual([])
  })

  test('keeps a follow-up that the staff have set', async () => {
    const request = await store([{}], { followUpOn: '2026-03-01' })
    await noteOpened(request)
    expect(await readEstimate(request.id)).toMatchObject({ followUpOn: '2026-03-01', version: 2 })
    expect(await readEvents(request.id)).toHaveLength(1)
  })

  test('notes nothing without one that waits for an answer', async () => {
    const none = [
      await store([]),
      await store([{ answer: 'accepted', answerText: 'Ada', answeredAt: server.clock.now() }]),
      await store([{ validUntil: addDays(today(), -1) }]),
      await store([{ withdrawnAt: server.clock.now() }]),
    ]
    for (const one of none) {
      expect((await open(one.path)).body).not.toContain('/request-opened.js')
      expect((await noteOpened(one)).statusCode).toBe(204)
      expect(await readEvents(one.id)).toEqual([])
    }
  })
})

describe('the photos on the page of a request', () => {
  const bytes = new Uint8Array([1])
  async function storeWithPhotos(count: number, columns: EstimateColumns = {}) {
    const request = await store([], columns)
    await server.database.transaction(async (transaction) => {
      for (let index = 0; index < count; index += 1) {
        const photo = { id: randomUUID(), estimateId: request.id, createdAt: server.clock.now(), bytes, small: bytes }
        await storeTestFile(transaction, { ...photo, width: 2560, height: 1707 })
      }
      // A proposal's file is none of them.
      const file = { id: randomUUID(), estimateId: request.id, createdAt: server.clock.now(), bytes }
      await storeTestFile(transaction, file)
    })
    return request
  }
  const photoForm = (body: string) => page(body).querySelector('form[enctype]')

  test('have their sizes, so that nothing moves when they come', async () => {
    const { path } = await storeWithPhotos(2)
    const images = [...page((await open(path)).body).querySelectorAll('img')]
    expect(images.map((image) => ['alt', 'width', 'height'].map((name) => image.getAttribute(name)))).toEqual([
      ['1 of 2', '2560', '1707'],
      ['2 of 2', '2560', '1707'],
    ])
    for (const image of images) expect(image.getAttribute('src')).toMatch(new RegExp(`^${path}/photos/[\\da-f-]{36}$`))
  })

  test('are added by a form of its own, up to six, while the request is open', async () => {
    const request = await storeWithPhotos(4)
    const { body } = await open(request.path)
    const form = photoForm(body)
    expect(form?.getAttribute('action')).toBe(`${request.path}/photos`)
    expect(form?.getAttribute('enctype')).toBe('multipart/form-data')
    expect(form?.querySelector('label')?.textContent).toBe('Up to 2 photos')
    expect(body).toContain('<script type="module" src="/request-photos.js"')
    for (const one of [
      await storeWithPhotos(6),
      await storeWithPhotos(1, { outcome: 'lost' }),
      await storeWithPhotos(1, { withdrawnAt: server.clock.now() }),
    ]) {
      const closed = await open(one.path)
      expect(photoForm(closed.body)).toBeNull()
      expect(closed.body).not.toContain('<script')
    }
  })

  test('that are refused say so at the form, or where there is none any more', async () => {
    const sendNothing = async ({ path }: { path: string }) =>
      await server.app.inject({
        method: 'POST',
        url: `${path}/photos`,
        headers: {
          'content-type': 'multipart/form-data; boundary=b',
          ...{ ...fromElsewhere(), 'sec-fetch-site': 'same-origin' },
        },
        payload: '--b--\r\n',
      })
    expectRefused(await sendNothing(await storeWithPhotos(1)), 400, photoProblems.none)
    const { body } = await sendNothing(await storeWithPhotos(6))
    expect(page(body).querySelector('[role="alert"]')?.textContent).toBe(photoProblems.none)
  })
})

describe('a form on the page of a request', () => {
  test('B5 is refused from another site, and nothing is written', async () => {
    const request = await store()
    const foreign = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      expect((await send(request, accept, headers as Record<string, string>)).statusCode).toBe(403)
      const url = `${request.path}/opened`
      expect(
        (await server.app.inject({ method: 'POST', url, headers: headers as Record<string, string> })).statusCode,
      ).toBe(403)
    }
    expect(await readEvents(request.id)).toEqual([])
    // The form’s origin is named because the page has no policy that hides it.
    const { headers } = await open(request.path)
    expect(headers['referrer-policy']).toBe('strict-origin')
  })

  test('C5 of one request never touches another, and a wrong link gets the page of all wrong links', async () => {
    const [a, b] = [await store(), await store()]
    const before = [await readEstimate(b.id), await readProposals(b.id)]
    for (const form of ['accepted', 'details', 'phone', 'withdraw'])
      await send(a, { form, number: '1', text: '646 555 0177' })
    await noteOpened(a)
    expect([await readEstimate(b.id), await readProposals(b.id)]).toEqual(before)
    expect(await readEvents(b.id)).toEqual([])

    const wrong = `${a.path.slice(0, -1)}${a.path.endsWith('A') ? 'B' : 'A'}`
    const erased = await store([{}], { erasedAt: server.clock.now() })
    const refused = [
      await open(wrong),
      await open(`${wrong}/file`),
      await open(`${a.path}/file`),
      await open(`${a.path}/opened`),
      await send({ path: wrong }, accept),
      await send(erased, accept),
      await send(a, { form: 'constructor', text: 'x' }),
      await send({ path: `${a.path}/other` }, accept),
      await noteOpened({ path: wrong }),
    ]
    for (const { statusCode, body } of refused) {
      expect(statusCode).toBe(404)
      expect(body).toBe(refused[0]?.body)
    }
    expect(await readEvents(erased.id)).toEqual([])
  })

  test('B10 is sent 20 times an hour for each request', async () => {
    const request = await store()
    for (let count = 0; count < 20; count += 1)
      expect((await send(request, { ...accept, text: `Ada ${count}` })).statusCode).toBe(303)
    const sentence = 'Too much was sent from this page. Please try again later, or call us.'
    expectRefused(await send(request, accept), 429, sentence, 'Ada Romero')
    server.clock.advance(hourMs)
    expect((await send(request, accept)).statusCode).toBe(303)
  })

  test('other bodies and larger ones are refused', async () => {
    const request = await store()
    const json = { 'content-type': 'application/json' }
    expect((await send(request, accept, json)).statusCode).toBe(415)
    expect((await send(request, { ...accept, text: 'x'.repeat(70_000) })).statusCode).toBe(413)
    for (const payload of ['form=details&text=%ff', 'form=details&text=%ed%a0%80', Buffer.from([0x66, 0xff])]) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { statusCode } = await server.app.inject({ method: 'POST', url: request.path, headers, payload })
      expect(statusCode).toBe(400)
    }
    expect(await readEvents(request.id)).toEqual([])
  })

  test('D9 leaves no token in the log', async () => {
    const request = await store()
    await send(request, accept)
    await send(request, { ...accept, text: '' })
    await noteOpened(request)
    await send({ path: `${request.path}x` }, accept)
    expect(server.log()).not.toContain(request.path.slice(-20))
    expect(server.log()).not.toContain('Ada Romero')
  })
})

test('the link works until 60 days after the last day of a proposal', async () => {
  const createdAt = new Date(server.clock.now().getTime() - 200 * dayMs)
  const request = await store([{ validUntil: addDays(today(), -60) }], { createdAt })
  const { statusCode, body } = await open(request.path)
  expect(statusCode).toBe(200)
  expect(textOf(body)).toMatch(/can open it, until \w{3}, \w{3} \d+, 2026/)
  expect((await open((await store([{ validUntil: addDays(today(), -61) }], { createdAt })).path)).statusCode).toBe(404)
  expect((await open((await store([{ sentAt: null }], { createdAt })).path)).statusCode).toBe(404)
})

test('what two people do at once is all kept', async () => {
  const request = await store()
  const answers = await Promise.all([
    send(request, accept),
    send(request, { form: 'details', text: 'The window stays' }),
    send(request, { form: 'phone', text: '646 555 0177' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303])
  expect(await readEstimate(request.id)).toMatchObject({ version: 4, phone: '646 555 0177' })
  const events = (await readEvents(request.id)).filter(({ kind }) => kind !== 'follow_up')
  expect(events.map(({ version }) => version)).toEqual([2, 3, 4])
})
