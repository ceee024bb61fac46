import { expect, it } from 'vitest'
import { newYorkDay } from '#shared/calendar-days.ts'
import { formatExactTime } from '#shared/formatting.ts'
import { storeEstimate } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile, storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { storeProposal } from '#tests/support/estimates/store-proposal.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()
let lastAdmin = 0

async function signedInAdmin() {
  lastAdmin += 1
  return await signedIn(site.server, { email: `admin${lastAdmin}@mail.example`, role: 'admin' })
}

async function link(input: unknown, headers: Record<string, string>) {
  const response = await site.server.call('privacy.createPersonExport', input, headers)
  return { status: response.statusCode, url: response.json().result?.data?.url as string }
}

const get = (url: string, headers: Record<string, string>) => site.server.app.inject({ url, headers })

const visitor = { name: 'Ida Berg', email: 'ida@mail.example', phone: '(347) 555-0111' }

/** A photo, and a proposal with each text, its file, and its answer. */
async function storeWritten(estimateId: string): Promise<void> {
  const { database, clock } = site.server
  const file = { id: crypto.randomUUID(), estimateId, name: 'plan.pdf', type: 'application/pdf' }
  await database.transaction(async (transaction) => {
    await storeTestFile(transaction, { ...file, bytes: new Uint8Array(9), createdAt: clock.now() })
    await storeTestPhoto(transaction, { estimateId, name: 'roof.jpg', createdAt: clock.now() })
  })
  const answer = { answer: 'changes', answerText: 'No tiles', answeredAt: clock.now() }
  const texts = { note: 'With permits', starts: 'in March', duration: 'two weeks' }
  await storeProposal(database, estimateId, { ...texts, ...answer, fileId: file.id, sentAt: clock.now() })
}

it('an administrator gets everything about a person as JSON, once', async () => {
  const { server, staff } = site
  const admin = await signedInAdmin()
  const [first, second] = [await storeEstimate(server, visitor), await storeEstimate(server, visitor)]
  await server.call('estimates.addNote', { id: first, text: 'Has a dog' }, staff.headers)
  await storeWritten(first)
  const times = { day: newYorkDay(server.clock.now()), from: '22:00', to: '23:00' }
  const visit = { id: first, version: 1, sequence: null, ...times, place: '12 Elm St', assigneeId: staff.userId }
  expect((await server.call('visits.save', visit, staff.headers)).statusCode).toBe(200)
  const { url } = await link({ id: first, estimateIds: [first, second], format: 'json' }, admin.headers)
  const response = await get(url, admin.headers)
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="personal-data-[\d-]+\.json"$/)
  const data = response.json()
  expect(data.requests).toHaveLength(2)
  expect(data.requests[0]).toMatchObject({ ...visitor, location: expect.any(String) })
  expect(data.requests[0].timeline).toContainEqual(expect.objectContaining({ kind: 'note', text: 'Has a dog' }))
  expect(data.requests.map(({ proposals }: { proposals: object[] }) => proposals.length)).toEqual([1, 0])
  expect(data.requests[0].proposals[0]).toMatchObject({
    lines: [
      { text: 'Demolition', cents: 120_000 },
      { text: 'Tiles', cents: 1 },
    ],
    ...{ totalCents: 120_001, note: 'With permits', answer: 'changes', answerText: 'No tiles', file: 'plan.pdf' },
  })
  expect(data.requests.map(({ visits }: { visits: object[] }) => visits.length)).toEqual([1, 0])
  expect(data.requests[0].visits).toMatchObject([{ place: '12 Elm St', calledOffAt: null }])
  const photo = { file: 'roof.jpg', addedAt: server.clock.now().toISOString() }
  expect(data.requests.map(({ photos }: { photos: object[] }) => photos)).toEqual([[photo], []])
  // Our own people are not the visitor's data.
  expect(response.body).not.toContain(staff.email)

  expect((await get(url, admin.headers)).statusCode).toBe(400)
  const events = await server.database.read.estimateEvent.count({
    where: { actorId: admin.userId, kind: 'handed_out' },
  })
  expect(events).toBe(2)
  const entry = await server.database.read.auditEntry.findFirst({
    where: { kind: 'visitor.exported', actorId: admin.userId },
  })
  expect(entry?.details).toBe('{"requests":2,"format":"json"}')
  expect(server.log()).not.toContain(visitor.email)
})

it('an administrator gets everything as text that a person can read', async () => {
  const admin = await signedInAdmin()
  const touch = { leadSource: 'google', utmCampaign: 'spring', landingPath: '/estimate' }
  const id = await storeEstimate(site.server, { ...visitor, ...touch, projectDescription: 'Two\nlines' })
  await site.server.call('estimates.logContact', { id, channel: 'call', note: 'Wants oak' }, admin.headers)
  await storeWritten(id)
  const { url } = await link({ id, estimateIds: [id], format: 'text' }, admin.headers)
  const { body, headers } = await get(url, admin.headers)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const line of [
    '  Full Name: Ida Berg',
    '  Phone Number: (347) 555-0111',
    '  Lead source: google\n  Campaign: spring\n  First page: /estimate',
    `  Photo: roof.jpg, added ${formatExactTime(site.server.clock.now())}`,
    'We called\n      Wants oak',
    'We received your request',
    '    Demolition: $1,200\n    Tiles: $0.01\n    Total: $1,200.01\n    Note: With permits\n    Begins: in March',
    '    Your answer: changes: No tiles\n    File: plan.pdf',
  ])
    expect(body).toContain(line)
  expect(body).not.toContain(admin.email)
})

it('the staff, another session, a link that was tampered with, and requests of others are refused', async () => {
  const { server, staff } = site
  const [admin, other] = [await signedInAdmin(), await signedInAdmin()]
  const id = await storeEstimate(server, visitor)
  const stranger = await storeEstimate(server, { email: 'else@mail.example', phone: null })
  const input = { id, estimateIds: [id], format: 'json' }
  expect((await link(input, staff.headers)).status).toBe(403)
  const { url } = await link(input, admin.headers)
  expect((await get(url, other.headers)).statusCode).toBe(400)
  expect((await get(url.replace(/ticket=../, 'ticket=AA'), admin.headers)).statusCode).toBe(400)
  expect((await get(url, {})).statusCode).toBe(401)
  const ofOther = await link({ ...input, estimateIds: [id, stranger] }, admin.headers)
  expect((await get(ofOther.url, admin.headers)).statusCode).toBe(409)
  server.clock.advance(61_000)
  expect((await get(url, admin.headers)).statusCode).toBe(400)
})
