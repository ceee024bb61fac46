import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '#server/cli/backups/back-up.ts'
import { manifestPath } from '#server/cli/backups/manifest.ts'
import { addMs } from '#server/clock.ts'
import { sqlitePath } from '#server/database/sqlite-path.ts'
import { newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { queueVisitorMails } from '#server/mail/messages/visitor-mails.ts'
import { createFileTransport } from '#server/mail/transports/file.ts'
import { removeAllRemains } from '#server/privacy/remains.ts'
import { dayMs } from '#shared/durations.ts'
import { changeDatabase, queryDatabase } from '#tests/support/database/query-database.ts'
import { silentLog, testEngine } from '#tests/support/database/test-database.ts'
import { estimateRequest, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile, storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'

let admin: SignedIn
let staff: SignedIn

const test = sharedApp()
beforeAll(async () => {
  admin = await signedIn(test, { email: 'admin@mail.example', role: 'admin' })
  staff = await signedIn(test, { email: 'staff@mail.example', role: 'staff' })
})

/** The numbers are unique in these tests. */
let lastNumber = 9_000

type Input = Parameters<typeof estimateRequest>[0]

/** Sends a request; answers with its row. */
async function received(input: Input = {}) {
  const { token: formToken } = (await test.call('estimates.openForm', undefined)).json().result.data
  // With a valid token, the email to the visitor quotes what was typed.
  test.clock.advance(3_000)
  lastNumber += 1
  const { reference } = await test.app.estimateWriter.submit(
    estimateRequest({ ...newVisitor(), phone: `(347) 555-${lastNumber}`, formToken, ...input }),
    newSenderAddress(),
  )
  return await test.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })
}

const row = (id: string) => test.database.read.projectEstimate.findUniqueOrThrow({ where: { id } })

async function call(who: SignedIn, procedure: string, input: unknown) {
  const response = await test.call(procedure, input, who.headers)
  return { status: response.statusCode, body: response.json() }
}

async function done(who: SignedIn, procedure: string, input: unknown) {
  const { status, body } = await call(who, procedure, input)
  expect(body).toMatchObject({ result: {} })
  expect(status).toBe(200)
  return body.result.data
}

async function read(who: SignedIn, procedure: string, input: unknown) {
  const query = new URLSearchParams({ input: JSON.stringify(input) })
  const response = await test.app.inject({ url: `/api/trpc/${procedure}?${query}`, headers: who.headers })
  return response.json().result?.data ?? response.json()
}

/** Erases everything that is found from an estimate. */
async function erase(id: string, confirmation = 'erase') {
  const { estimates } = await read(admin, 'privacy.person', { id })
  const estimateIds = estimates.map((found: { id: string }) => found.id)
  return await call(admin, 'privacy.erasePerson', { id, estimateIds, otherIds: [], confirmation })
}

const message = ({ body }: { body: { error: { message: string } } }) => body.error.message

/** The entry of the log is what an erasure writes last. */
async function withFailingLog(work: () => Promise<void>): Promise<void> {
  const isSqlite = testEngine === 'sqlite'
  const fault = isSqlite
    ? ["CREATE TRIGGER log_fault BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'fault'); END"]
    : [
        "CREATE FUNCTION log_fault() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'fault'; END $$",
        'CREATE TRIGGER log_fault BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION log_fault()',
      ]
  for (const sql of fault) await changeDatabase(test.databaseUrl, sql)
  try {
    await work()
  } finally {
    await changeDatabase(test.databaseUrl, `DROP TRIGGER log_fault${isSqlite ? '' : ' ON audit_entries'}`)
  }
}

function report() {
  const [now, from] = [test.clock.now(), addMs(test.clock.now(), -7 * dayMs)]
  return test.database.queries.reportRows(from, addMs(now, 1))
}

it('finding a person finds everything with the same email address or phone number, however they were written, also spam', async () => {
  const first = await received({ email: 'Ida.Berg@mail.example', phone: '(347) 555-0101' })
  const byEmail = await received({ email: 'ida.berg@MAIL.example', phone: '' })
  const byPhone = await received({ phone: '+1 347.555.0101' })
  const spam = await received({ email: 'ida.berg@mail.example', phone: '3475550101', remarks: 'x' })
  await received({ phone: '(347) 555-0102' })
  const person = await read(admin, 'privacy.person', { id: first.id })
  const found = person.estimates.map(({ id, matchedBy }: { id: string; matchedBy: string }) => [id, matchedBy])
  expect(found).toEqual([
    [first.id, 'this'],
    [spam.id, 'email and phone'],
    [byPhone.id, 'phone'],
    [byEmail.id, 'email'],
  ])
  expect(person).toMatchObject({ reference: first.reference, hasMore: false, account: null })
})

it('erasing a caller takes their own words of how they heard about us, and keeps an answer that reports count', async () => {
  const phone = { source: 'phone', phone: '(347) 555-0177' } as const
  const words = await storeEstimate(test, { ...phone, reference: 'WORD-0001', leadSource: 'my neighbor ida' })
  const listed = await storeEstimate(test, { ...phone, leadSource: 'recommendation' })
  const asked = await call(admin, 'privacy.erasePerson', {
    id: words,
    estimateIds: [words, listed],
    otherIds: [],
    confirmation: 'WORD-0001',
  })
  expect(asked.body).toMatchObject({ result: { data: { erased: 2 } } })
  expect((await row(words)).leadSource).toBe('other')
  expect((await row(listed)).leadSource).toBe('recommendation')
})

it('erasing a person erases the fields, the notes and the unsent emails, keeps what reports count, and the timeline says when and by whom, the audit log not whose', async () => {
  const { id, reference } = await received({
    projectDescription: 'A new kitchen',
    phone: '(347) 555-0103',
    bestTime: 'evening',
    firstTouch: { source: 'google', medium: 'cpc', campaign: 'ada', referrer: 'ada.example', landing: '/estimate' },
  })
  await done(staff, 'estimates.addNote', { id, text: 'Has a dog' })
  await done(staff, 'estimates.logContact', { id, channel: 'call', note: 'Talked to his wife' })
  const { work } = await done(staff, 'estimates.setOutcome', { id, version: 2, outcome: 'lost', reason: 'Moved' })
  await done(staff, 'estimates.setFollowUp', { id, version: work.version, followUpOn: '2030-01-02' })
  await test.database.transaction(({ outboxMessage }) =>
    outboxMessage.create({
      data: {
        id: crypto.randomUUID(),
        kind: 'estimate.visitor',
        estimateId: id,
        createdAt: test.clock.now(),
        nextAttemptAt: new Date('2099-01-01'),
      },
    }),
  )
  const before = await row(id)
  const numbers = await report()
  test.clock.advance(1_000)
  expect((await erase(id, ` ${reference.toLowerCase()} `)).body.result.data).toEqual({ erased: 1 })

  const after = await row(id)
  expect(after).toEqual({
    ...before,
    ...{ name: 'Erased', email: '', phone: null, bestTime: null, location: '' },
    ...{ projectDescription: null, squareFootage: null },
    ...{ utmMedium: null, utmCampaign: null, referrerHost: null, landingPath: null, leadSource: 'google' },
    ...{ propertyType: null, specificRequirements: null, outcomeReason: null, followUpOn: null },
    ...{ emailKey: '', phoneDigits: null, otherPhoneDigits: null, nameKey: '', searchText: '' },
    ...{ valuesDigest: 'erased', senderDigest: 'erased', version: before.version + 1, erasedAt: test.clock.now() },
  })
  expect(await report()).toEqual(numbers)
  expect(await test.database.read.outboxMessage.count({ where: { estimateId: id, state: 'pending' } })).toBe(0)
  const { timeline } = await read(staff, 'estimates.get', { id })
  const said = timeline.map(({ kind, by, ...event }: Record<string, unknown>) => [
    kind,
    by,
    event.text ?? event.note ?? event.reason ?? null,
  ])
  expect(said).toContainEqual(['note', 'staff@mail.example', ''])
  expect(said).toContainEqual(['contact', 'staff@mail.example', null])
  expect(said).toContainEqual(['outcome', 'staff@mail.example', null])
  expect(timeline.at(-1)).toMatchObject({ kind: 'erased', cause: 'request', by: 'admin@mail.example' })
  const entry = await test.database.read.auditEntry.findFirst({
    where: { kind: 'visitor.erased' },
    orderBy: { id: 'desc' },
  })
  expect(entry).toMatchObject({ actorEmail: 'admin@mail.example', details: '{"requests":1,"account":false}' })
  expect(JSON.stringify(entry)).not.toContain(before.name)
})

it('erasing a person needs the reference or the word ERASE, and found everything that was shown', async () => {
  const visitor = { email: 'olga@mail.example', phone: '(347) 555-0104' }
  const first = await received(visitor)
  expect(message(await erase(first.id, 'yes'))).toBe('Type the reference of the request, or the word ERASE.')
  const input = { id: first.id, estimateIds: [first.id], otherIds: [], confirmation: 'ERASE' }
  const second = await received(visitor)
  expect(message(await call(admin, 'privacy.erasePerson', input))).toMatch(/^Other requests are found by now/)
  expect((await row(first.id)).erasedAt).toBeNull()
  await done(admin, 'privacy.erasePerson', { ...input, otherIds: [second.id] })
  expect((await row(first.id)).erasedAt).not.toBeNull()
  expect((await row(second.id)).email).toBe('olga@mail.example')
})

it('erasing a person refuses all later changes, and saves that began before, with a sentence', async () => {
  const { id } = await received()
  await erase(id)
  const sentence = 'This person’s data was erased. The request can no longer be changed.'
  const saves = [
    ['setStatus', { id, version: 1, status: 'completed' }],
    ['setStatus', { id, version: 2, status: 'completed' }],
    ['addNote', { id, text: 'Late' }],
    ['logContact', { id, channel: 'call' }],
    ['confirmSpam', { id, version: 2 }],
  ] as const
  for (const [procedure, input] of saves)
    expect([procedure, message(await call(staff, `estimates.${procedure}`, input))]).toEqual([procedure, sentence])
  const { refused } = await done(staff, 'estimates.bulkChange', {
    estimates: [{ id, version: 2 }],
    change: { kind: 'status', status: 'completed' },
  })
  expect(refused).toEqual([{ id, reason: 'gone', by: null }])
  expect(
    (await call(admin, 'privacy.erasePerson', { id, estimateIds: [id], otherIds: [], confirmation: 'ERASE' })).status,
  ).toBe(404)
})

it('erasing a person leaves erased estimates out of what waits for the staff, and keeps them in the list', async () => {
  const id = await storeEstimate(test, { createdAt: addMs(test.clock.now(), -2 * dayMs) })
  const isIn = async (filter: object) => {
    const { items } = await read(staff, 'estimates.list', filter)
    return items.some((item: { id: string }) => item.id === id)
  }
  expect(await isIn({ overdue: true })).toBe(true)
  const before = (await read(staff, 'admin.todayCounts', undefined)).overdue
  await erase(id)
  expect(await isIn({ overdue: true })).toBe(false)
  expect((await read(staff, 'admin.todayCounts', undefined)).overdue).toBe(before - 1)
  expect(await isIn({})).toBe(true)
  expect(await isIn({ answered: 'missed' })).toBe(true)
})

it('erasing a person erases the account that a visitor has, but none of the staff', async () => {
  const visitor = await signedIn(test, { email: 'vera@mail.example', role: 'user' })
  const { id } = await received({ email: 'Vera@mail.example' })
  expect((await read(admin, 'privacy.person', { id })).account).toEqual({
    email: 'vera@mail.example',
    isStaff: false,
  })
  await erase(id)
  const account = await test.database.read.user.findUniqueOrThrow({ where: { id: visitor.userId } })
  expect(account).toMatchObject({ email: `erased account ${visitor.userId.slice(-8)}`, passwordHash: null })
  expect(await test.database.read.session.count({ where: { userId: visitor.userId } })).toBe(0)

  const own = await received({ email: 'staff@mail.example' })
  expect((await read(admin, 'privacy.person', { id: own.id })).account).toMatchObject({ isStaff: true })
  await erase(own.id)
  expect(await test.database.read.user.count({ where: { email: 'staff@mail.example' } })).toBe(1)
})

it('erasing a person offers ten requests in ten writings, apart from those with the same name alone and from anybody else’s', async () => {
  const writings: Input[] = [
    { name: 'Zoë O’Quill-Baez', email: 'zoe.quill@gmail.com', phone: '(917) 555-0164' },
    { name: 'Zoe OQuill Baez', email: 'zoequill@gmail.com', phone: '' },
    { name: 'Z. Baez', email: 'Zoe.Quill+roof@GoogleMail.com', phone: '' },
    { name: 'Zoë', email: 'z.o.e.q.u.i.l.l@gmail.com', phone: '' },
    { name: 'zoe', email: 'office@quill.example', phone: '917.555.0164 x12' },
    { name: 'ZOE', email: 'office2@quill.example', phone: '+1 917 555 0164' },
    { name: 'Ms. Baez', email: 'office3@quill.example', phone: '646 555 0199 / 917 555 0164' },
    { name: 'Baez, Zoe', email: 'office4@quill.example', phone: '９１７ ５５５ ０１６４' },
    { name: 'Zoé Baez', email: 'office5@quill.example', phone: '9175550164,,12' },
    { name: 'The Quills', email: 'zoequill+2@gmail.com', phone: '212 555 0188' },
  ]
  const own = []
  for (const writing of writings) own.push((await received(writing)).id)
  const namesake = await received({ name: 'Baez-O’Quill Zoe', email: 'other@quill.example', phone: '' })
  const others = [
    await received({ name: 'Zoe Quill', email: 'zoequill@outlook.example', phone: '917 555 0165' }),
    await received({ name: 'Zoe Baez', email: 'zoe.quill@gmail.com.example', phone: '(212) 555-1917' }),
  ]

  const person = await read(admin, 'privacy.person', { id: own[0] })
  const found: { id: string; matchedBy: string }[] = person.estimates
  expect(new Set(found.filter(({ matchedBy }) => matchedBy !== 'name').map(({ id }) => id))).toEqual(new Set(own))
  expect(found.filter(({ matchedBy }) => matchedBy === 'name')).toMatchObject([])
  expect((await read(admin, 'privacy.person', { id: namesake.id })).estimates).toHaveLength(1)

  const input = { id: own[0], estimateIds: own, otherIds: [], confirmation: 'erase' }
  expect(await done(admin, 'privacy.erasePerson', input)).toEqual({ erased: 10 })
  for (const { id } of [namesake, ...others]) expect((await row(id)).erasedAt).toBeNull()
  for (const id of own)
    expect(await row(id)).toMatchObject({ emailKey: '', otherPhoneDigits: null, nameKey: '', searchText: '' })
})

it('erasing a person shows requests with the same name alone last, and erases them only when they are chosen', async () => {
  const first = await received({ name: 'Ignácio Brontë' })
  const namesake = await received({ name: 'bronte, IGNACIO' })
  const { estimates } = await read(admin, 'privacy.person', { id: first.id })
  expect(estimates).toMatchObject([
    { id: first.id, matchedBy: 'this' },
    { id: namesake.id, matchedBy: 'name' },
  ])
  const input = { id: first.id, estimateIds: [first.id], confirmation: 'erase' }
  expect(message(await call(admin, 'privacy.erasePerson', { ...input, otherIds: [] }))).toMatch(/^Other requests/)
  expect(await done(admin, 'privacy.erasePerson', { ...input, otherIds: [namesake.id] })).toEqual({ erased: 1 })
  expect((await row(namesake.id)).erasedAt).toBeNull()
})

it('erasing a person deletes the chosen saved views that mention the person, and no others', async () => {
  const views = [
    { name: 'Perpetua', shared: true, search: { q: 'thornquist' } },
    { name: 'From the fair', shared: false, search: { q: 'perpétua@mail.example' } },
    { name: 'The number', shared: true, search: { q: '(929) 555-0171' } },
    { name: 'Thornquist’s roof', shared: true, search: { type: 'roof-replacement' } },
    { name: 'Kitchens', shared: true, search: { q: 'kitchen' } },
  ]
  const ids: string[] = []
  for (const view of views) ids.push((await done(staff, 'savedViews.create', view)).id)
  const { id } = await received({
    name: 'Perpetua Thornquist',
    email: 'p.thornquist@mail.example',
    phone: '929 555 0171',
  })
  const mentioned = (await read(admin, 'privacy.person', { id })).views
  expect(new Set(mentioned.map((view: { id: string }) => view.id))).toEqual(new Set(ids.slice(0, 4)))
  expect(mentioned).toContainEqual({ id: ids[0], name: 'Perpetua', search: 'thornquist', owner: 'staff@mail.example' })

  const input = { id, estimateIds: [id], otherIds: [], confirmation: 'erase' }
  await done(admin, 'privacy.erasePerson', { ...input, viewIds: [ids[0], ids[2], ids[4]] })
  const left = await test.database.read.savedView.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })
  expect(new Set(left.map((view) => view.id))).toEqual(new Set([ids[1], ids[3], ids[4]]))
})

it('erasing a person that fails at its last step has erased nothing', async () => {
  const { id, name } = await received()
  await done(staff, 'estimates.addNote', { id, text: 'Kept as it was' })
  const before = await row(id)
  await withFailingLog(async () => expect((await erase(id)).status).toBe(500))
  expect(await row(id)).toEqual(before)
  const { timeline } = await read(staff, 'estimates.get', { id })
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'note', text: 'Kept as it was' }))
  expect((await read(staff, 'estimates.list', { q: name })).total).toBeGreaterThan(0)
  expect((await erase(id)).status).toBe(200)
})

it('erasing a person takes an estimate with 10,000 entries in one transaction', async () => {
  const { id } = await received()
  // The connection of the next statement waits for no transaction of this process.
  const unsent = { estimateId: id, state: { not: 'sent' } }
  await expect.poll(() => test.database.read.outboxMessage.count({ where: unsent })).toBe(0)
  await changeDatabase(
    test.databaseUrl,
    `WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 10000)
      INSERT INTO estimate_events (id, estimate_id, kind, at, details)
      SELECT id || number, id, 'note', created_at, '{"text":"Planted ' || number || '"}'
      FROM project_estimates, numbers WHERE id = '${id}'`,
  )
  expect((await erase(id)).status).toBe(200)
  const left = await test.database.read.estimateEvent.count({
    where: { estimateId: id, details: { contains: 'Planted' } },
  })
  expect(left).toBe(0)
})

describe('after an erasure', () => {
  const planted = {
    name: 'Quillon Vexley',
    email: 'q.vexley@planted.example',
    phone: '(347) 555-0164',
    location: 'Zyrrandel Street 9',
    projectDescription: 'Wainscotglyph panels',
    specificRequirements: 'Jasperknock floors',
    oldName: 'Hortwick Ambersall',
    note: 'Dogname Bruntwhistle',
    contact: 'Spoke with Crandlemire',
    reason: 'Chose Plimworth',
  }
  const proposed = {
    ...{
      line: 'Kestrelmoor tiles',
      notes: 'Varnishglow finish',
      starts: 'after Tumblewick',
      duration: 'Fernhollow week',
    },
    ...{
      answer: 'Without Opalfern',
      added: 'Mossgarth cellar',
      file: 'gorsefield.pdf',
      ...{ pdf: '%PDF- Brackenshaw %%EOF', photo: 'thistledune.jpg', small: 'Pebblewharf', large: 'Quernstead' },
    },
    ...{ formerPhone: '+1 929 555 0188', newPhone: '+1 929 555 0189' },
  }
  const words = [
    ...['quillon', 'q.vexley@planted', '5550164', 'zyrrandel', 'wainscotglyph', 'jasperknock', 'hortwick'],
    ...['bruntwhistle', 'crandlemire', 'plimworth', '5550188', '5550189'],
    ...['kestrelmoor', 'varnishglow', 'tumblewick', 'fernhollow', 'opalfern', 'mossgarth', 'gorsefield', 'brackenshaw'],
    ...['thistledune', 'pebblewharf', 'quernstead'],
  ]

  const encoder = new TextEncoder()

  /** Stores a photo, and writes a proposal with a file, sends it and lets the visitor answer. */
  async function propose(id: string, version: number): Promise<number> {
    const { line, notes, starts, duration, answer, added, formerPhone, newPhone, file, pdf, photo, small, large } =
      proposed
    const lines = [{ text: line, cents: 4_200 }]
    const draft = { lines, note: notes, starts, duration, validUntil: '2030-01-01', remind: true }
    const { id: proposalId } = await done(staff, 'proposals.save', { id, proposalId: null, revision: 1, draft })
    const stored = { id: crypto.randomUUID(), estimateId: id, name: file, type: 'application/pdf' }
    const createdAt = test.clock.now()
    await test.database.transaction(async (transaction) => {
      await storeTestFile(transaction, { ...stored, bytes: encoder.encode(pdf), createdAt })
      const picture = { small: encoder.encode(small), bytes: encoder.encode(large) }
      await storeTestPhoto(transaction, { estimateId: id, name: photo, ...picture, createdAt })
      await transaction.proposal.updateMany({ where: { id: proposalId }, data: { fileId: stored.id } })
    })
    const { work } = await done(staff, 'proposals.send', { id, proposalId, revision: 1, version })
    await expect.poll(() => test.sent.filter(({ kind }) => kind === 'proposal.sent').length).toBe(1)
    await test.database.transaction(async (transaction) => {
      const answered = { answer: 'changes', answerText: answer, answeredAt: createdAt }
      await transaction.proposal.updateMany({ where: { id: proposalId }, data: answered })
      const changes = [
        { kind: 'visitor_phone', from: formerPhone, to: newPhone },
        { kind: 'visitor_added', text: added },
      ] as const
      for (const [place, change] of changes.entries()) {
        const event = newEvent({ estimateId: id, actor: null, at: createdAt, place, change })
        await transaction.estimateEvent.create({ data: event })
      }
      await queueVisitorMails(transaction, ['proposal.answered', 'visitor.changed'], { estimateId: id, now: createdAt })
    })
    test.clock.advance(1_000)
    await expect.poll(() => test.sent.filter(({ kind }) => kind === 'visitor.changed').length).toBe(1)
    return work.version
  }
  const mail = temporaryFolder('erased-mail')
  afterAll(() => mail.remove())

  /**
   * Reads everything that is stored, in lower case: files of the database and its log, or all rows; emails; the log.
   */
  async function stored(): Promise<string> {
    const emails = readdirSync(mail.path).map((file) => decoded(readFileSync(join(mail.path, file), 'latin1')))
    const database =
      testEngine === 'sqlite'
        ? ['', '-wal']
            .map((ending) => sqlitePath(test.databaseUrl) + ending)
            .filter((file) => existsSync(file))
            .map((file) => readFileSync(file, 'latin1'))
        : await allRows()
    return [...database, ...emails, test.log()].join('\n').toLowerCase()
  }

  async function newBackup(): Promise<string> {
    if (testEngine !== 'sqlite') return ''
    const target = join(mail.path, 'backup.db')
    await backUp({ databaseUrl: test.databaseUrl, target, now: test.clock.now() })
    const backup = readFileSync(target, 'latin1').toLowerCase()
    rmSync(target)
    rmSync(manifestPath(target))
    return backup
  }

  /** Files are read as texts. */
  const withBytes = (_key: string, value: { type?: unknown; data?: number[] } | null) =>
    value?.type === 'Buffer' ? Buffer.from(value.data ?? []).toString('latin1') : value

  async function allRows(): Promise<string[]> {
    const tables = await queryDatabase<{ tablename: string }>(
      test.databaseUrl,
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    )
    const rows: string[] = []
    for (const { tablename } of tables)
      rows.push(JSON.stringify(await queryDatabase(test.databaseUrl, `SELECT * FROM "${tablename}"`), withBytes))
    return rows
  }

  it('none of the planted strings is in the database, its log, the search index, the emails, the log or a new backup', async () => {
    const { oldName, note, contact, reason, ...fields } = planted
    const { id } = await received({ ...fields, name: oldName })
    await received({ name: 'Somebody Else', location: 'Other Street 9' })
    const detail = (await read(staff, 'estimates.get', { id })).estimate
    const edited = {
      ...Object.fromEntries(
        [
          ...['email', 'phone', 'projectType', 'projectDescription', 'location', 'timeline', 'budgetRange'],
          ...['specificRequirements', 'urgent'],
        ].map((name) => [name, detail[name]]),
      ),
      name: fields.name,
    }
    await done(staff, 'estimates.editDetails', { id, version: 1, ...edited })
    await done(staff, 'estimates.addNote', { id, text: note })
    const { work } = await done(staff, 'estimates.logContact', { id, channel: 'call', note: contact })
    const version = await propose(id, work.version)
    await done(staff, 'estimates.setOutcome', { id, version, outcome: 'lost', reason })
    await expect.poll(() => test.sent.filter(({ text }) => text.includes(planted.location)).length).toBe(3)
    const transport = createFileTransport(mail.path, silentLog)
    for (const message of test.sent) await transport.send(message, new AbortController().signal)

    const before = await stored()
    // The phone number is stored as it was written.
    for (const word of words) expect(before.replaceAll(/[() -]/g, '')).toContain(word.replaceAll(/[ -]/g, ''))
    const files = readdirSync(mail.path).length
    await erase(id)
    await expect
      .poll(() => removeAllRemains({ database: test.database, mailFolder: mail.path }, () => false))
      .toBe(true)

    expect(await test.database.read.proposal.findMany({ where: { estimateId: id } })).toMatchObject([
      { lines: '[{"text":"","cents":4200}]', validUntil: '2030-01-01', answer: 'changes', answerText: null },
    ])
    expect(await test.database.read.storedFile.count({ where: { estimateId: id } })).toBe(0)
    const after = (await stored()) + (await newBackup())
    const plain = after.replaceAll(/[() -]/g, '')
    expect(words.filter((word) => after.includes(word) || plain.includes(word))).toEqual([])
    expect(after).toContain('somebody else')
    // Only the emails about this person are gone.
    expect(readdirSync(mail.path).length).toBeGreaterThan(0)
    expect(readdirSync(mail.path).length).toBeLessThan(files)
    for (const q of ['quillon', 'zyrrandel', '5550164'])
      expect((await read(staff, 'estimates.list', { q })).total).toBe(0)
    expect((await read(staff, 'estimates.list', { q: 'somebody else' })).total).toBe(1)
  })

  it('cleans again after an erasure that came meanwhile', async () => {
    const clean = () => removeAllRemains({ database: test.database, mailFolder: mail.path }, () => false)
    const { id } = await received()
    await erase(id)
    expect(await removeAllRemains({ database: test.database, mailFolder: mail.path }, () => true)).toBe(false)
    // The server's own job may mark them again in the meantime.
    await expect.poll(clean).toBe(true)
    await expect.poll(() => test.database.read.setting.count({ where: { name: 'erased-remains' } })).toBe(0)
  })
})

/** Decodes quoted-printable and base64 bodies. */
function decoded(email: string): string {
  const plain = email
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  const base64 = [...email.matchAll(/(?:[A-Za-z\d+/]{60,}={0,2}\r\n)+[A-Za-z\d+/=]*/g)].map(([text]) =>
    Buffer.from(text, 'base64').toString('latin1'),
  )
  return [plain, ...base64].join('\n')
}
