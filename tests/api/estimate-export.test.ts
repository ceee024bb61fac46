import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { exportBatchSize } from '#server/estimates/export/export-estimates.ts'
import { testEngine, testOnce } from '#tests/support/database/test-database.ts'
import { storeEstimate, storeEstimates } from '#tests/support/estimates/store-estimates.ts'
import { storeTestFile, storeTestPhoto } from '#tests/support/estimates/store-file.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { openSocket, sendRaw } from '#tests/support/server/raw-http.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'
import { xlsxTable } from '#tests/support/server/read-xlsx.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'
import { sharedApp } from '#tests/support/server/shared-app.ts'
import { createTestApp } from '#tests/support/server/test-app.ts'

let admin: SignedIn
/** Reads before the database becomes unavailable; undefined for all. */
let listsLeft: number | undefined
/** Exports stay in the database for good. */
let earlierExports: number

const server = sharedApp({
  database: (database) => ({
    ...database,
    queries: {
      ...database.queries,
      async exportEstimates(...wanted) {
        if (listsLeft === 0) throw new DatabaseUnavailable('away')
        if (listsLeft !== undefined) listsLeft -= 1
        return await database.queries.exportEstimates(...wanted)
      },
    },
  }),
})
beforeAll(async () => {
  admin = await signedIn(server, { role: 'admin', email: 'boss@example.com' })
})
beforeEach(async () => {
  listsLeft = undefined
  await server.database.transaction((transaction) => transaction.projectEstimate.deleteMany())
  earlierExports = await server.database.read.estimateExport.count()
})
const exportsMade = async () => (await server.database.read.estimateExport.count()) - earlierExports

const path = '/api/export/estimates.csv'
type Filter = Record<string, unknown>
const get = async (filter: Filter = {}) => await download(await exportUrl(server, admin.headers, filter))
const download = (url: string, headers: Record<string, string> = admin.headers) => server.app.inject({ url, headers })
const getRefusal = ({ statusCode, json }: Awaited<ReturnType<typeof download>>) => [statusCode, json().error.message]
const noLongerValid = [400, 'This export link is no longer valid. Please press Export CSV again.']

async function exported(filter: Filter = {}): Promise<Record<string, string>[]> {
  const response = await get(filter)
  expect(response.statusCode).toBe(200)
  const [headings = [], ...rows] = readCsv(response.body.replace(/^\uFEFF/, ''))
  return rows.map((row) => {
    expect(row).toHaveLength(headings.length)
    return Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? '']))
  })
}

const exportLines = () => server.logLines().filter(({ msg }) => msg === 'estimates were exported')

test('the exported file has every field of an estimate, with labels and New York times', async () => {
  const { userId, headers } = await signedIn(server, { role: 'staff', email: 'jo@example.com' })
  const [id = ''] = await storeEstimates(server, [
    {
      reference: 'FB-0001',
      phone: '(718) 555-0110',
      bestTime: 'evening',
      leadSource: 'www.google.com',
      utmMedium: 'cpc',
      utmCampaign: '=1+1',
      referrerHost: 'www.google.com',
      landingPath: '/estimate',
      propertyType: 'condo',
      squareFootage: 1250,
      projectDescription: 'Cabinets, "oak",\nand an island.',
      specificRequirements: 'Freight elevator.',
      urgent: true,
      status: 'in_progress',
      outcome: 'lost',
      outcomeReason: 'Too expensive.',
      assigneeId: userId,
      followUpOn: '2026-02-01',
      createdAt: new Date('2026-01-05T20:10:00.000Z'),
      firstContactAt: new Date('2026-01-05T21:00:00.000Z'),
      proposalPromisedOn: '2026-01-08',
      proposalDueOn: '2026-01-12',
      proposalSentAt: new Date('2026-01-09T15:00:00.000Z'),
      proposalCents: 4_850_050n,
    },
  ])
  await server.call('estimates.addNote', { id, text: 'One.\nTwo.' }, headers)
  server.clock.advance(60_000)
  await server.call('estimates.logContact', { id, channel: 'call', note: 'Wants oak.' }, headers)
  server.clock.advance(60_000)
  await server.call('estimates.logContact', { id, channel: 'visit' }, headers)
  server.clock.advance(-120_000)
  await server.database.transaction(async (transaction) => {
    const stored = { estimateId: id, createdAt: server.clock.now() }
    await storeTestPhoto(transaction, stored)
    await storeTestFile(transaction, { ...stored, id: randomUUID(), bytes: new Uint8Array(1) })
  })

  const rows = await exported()
  // Spreadsheets count on the places of the columns, so new ones come last.
  expect(Object.keys(rows[0] ?? {}).slice(-6)).toEqual([
    ...['Best time to call', 'Lead source', 'Medium', 'Campaign', 'Referring site', 'First page'],
  ])
  expect(rows).toEqual([
    {
      Reference: 'FB-0001',
      Name: 'Ada Romero',
      'E-mail': 'ada.romero@example.com',
      Phone: '(718) 555-0110',
      'Project type': 'Kitchen Remodel',
      Location: 'Astoria, NY 11102',
      'Property type': 'Condo',
      'Square footage': '1250',
      Timeline: '1-2 Months',
      Budget: '$50,000 - $100,000',
      Description: 'Cabinets, "oak",\nand an island.',
      Requirements: 'Freight elevator.',
      Urgent: 'yes',
      Status: 'in progress',
      Outcome: 'lost',
      'Outcome reason': 'Too expensive.',
      'Assigned to': 'jo@example.com',
      'Follow-up': '2026-02-01',
      Spam: '',
      'Submitted (New York)': '2026-01-05 15:10',
      'Submitted (UTC)': '2026-01-05T20:10:00.000Z',
      'Answer due (New York)': '2026-01-06 15:10',
      'Answer due (UTC)': '2026-01-06T20:10:00.000Z',
      'First contact (New York)': '2026-01-05 16:00',
      'First contact (UTC)': '2026-01-05T21:00:00.000Z',
      'Notes and contacts':
        '2026-01-05 15:10 jo@example.com: One.\nTwo.\n2026-01-05 15:11 jo@example.com: call: Wants oak.\n2026-01-05 15:12 jo@example.com: visit',
      Source: 'website',
      'Notes and contacts, continued': '',
      'Proposal promised': '2026-01-08',
      'Proposal due': '2026-01-12',
      'Proposal sent (New York)': '2026-01-09 10:00',
      'Proposal sent (UTC)': '2026-01-09T15:00:00.000Z',
      'Proposal amount ($)': '48500.5',
      Photos: '1',
      'Best time to call': 'Evening',
      'Lead source': 'www.google.com',
      Medium: 'cpc',
      // A spreadsheet would compute it.
      Campaign: "'=1+1",
      'Referring site': 'www.google.com',
      'First page': '/estimate',
    },
  ])
})

test('D1 the exported file is a download in UTF-8 that Excel opens, never sniffed and never cached', async () => {
  await storeEstimates(server, [{ name: 'Zoë 山田' }])
  const { headers, rawPayload } = await get()
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="estimates-2026-01-05.csv"',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder('utf-8', { fatal: true }).decode(rawPayload)).toContain('Zoë 山田')
})

test('D1 the exported file has nothing that a spreadsheet would run, in fields and in notes', async () => {
  const [id = ''] = await storeEstimates(server, [
    {
      name: '=cmd|" /C calc"!A0',
      phone: '+1 718 555',
      location: '@SUM(1)',
      projectDescription: '-1+1',
      email: '\t=1',
    },
  ])
  await server.call('estimates.addNote', { id, text: '=1+1' }, admin.headers)
  const [row] = await exported()
  expect(row).toMatchObject({
    Name: `'=cmd|" /C calc"!A0`,
    Phone: "'+1 718 555",
    Location: "'@SUM(1)",
    Description: "'-1+1",
    'E-mail': "'\t=1",
    'Notes and contacts': '2026-01-05 15:10 boss@example.com: =1+1',
  })
})

test('D1 the exported workbook has the rows of the CSV file as texts, as a download that is never sniffed and never cached', async () => {
  const count = exportBatchSize + 1
  const stored = Array.from({ length: count }, (_, index) => ({ phone: `+1 ${index}`, location: '00718' }))
  const [id = ''] = await storeEstimates(server, stored)
  await server.call('estimates.addNote', { id, text: '=1+1\n<b>' }, admin.headers)
  const { statusCode, headers, rawPayload } = await get({ format: 'xlsx', sort: 'oldest' })
  expect([statusCode, headers]).toMatchObject([
    200,
    {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': 'attachment; filename="estimates-2026-01-05.xlsx"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  ])
  const withApostrophes = readCsv((await get({ sort: 'oldest' })).body.slice(1))
  expect(xlsxTable(rawPayload)).toEqual(withApostrophes.map((row) => row.map((cell) => cell.replace(/^'/, ''))))
  expect(await exportsMade()).toBe(2)
  expect(exportLines().at(-2)).toMatchObject({ rows: count, complete: true, filter: { format: 'xlsx' } })
})

test('the exported workbook has its headings alone when there are no estimates', async () => {
  const [headings = [], ...rows] = xlsxTable((await get({ format: 'xlsx' })).rawPayload)
  expect([headings.slice(0, 2), rows]).toEqual([['Reference', 'Name'], []])
})

test('notes that are longer than Excel’s cells continue in the last column, which says what is left out', async () => {
  const [id = ''] = await storeEstimates(server, [{}])
  // The largest letter that a cut could halve.
  const text = '🏠'.repeat(2_000)
  const cells = async () => {
    const [row] = await exported()
    return [row?.['Notes and contacts'] ?? '', row?.['Notes and contacts, continued'] ?? '']
  }
  const longest = 32_767
  for (let notes = 1; notes <= 17; notes++) {
    await server.call('estimates.addNote', { id, text }, admin.headers)
    if (notes === 8) expect(await cells()).toEqual([expect.not.stringContaining('continued'), ''])
    if (notes !== 9) continue
    const [first = '', second = ''] = await cells()
    expect(first.length).toBeLessThanOrEqual(longest)
    const mark = '\n[goes on in the column “Notes and contacts, continued”]'
    expect(first.endsWith(`🏠${mark}`)).toBe(true)
    const line = `2026-01-05 15:10 boss@example.com: ${text}`
    expect(first.slice(0, -mark.length) + second).toBe(Array.from({ length: 9 }, () => line).join('\n'))
  }
  const [, second = ''] = await cells()
  expect(second.length).toBeLessThanOrEqual(longest)
  expect(second).toMatch(/🏠\n\[the rest is only in the dashboard\]$/u)
})

test('the exported file marks quarantined estimates as possible or confirmed spam', async () => {
  const quarantinedAt = server.clock.now()
  await storeEstimates(server, [
    { name: 'One', quarantinedAt, dueAt: null },
    { name: 'Two', quarantinedAt, spamAt: quarantinedAt, dueAt: null },
  ])
  const spam = [...(await exported({ spam: 'quarantined' })), ...(await exported({ spam: 'confirmed' }))]
  expect(spam.find(({ Name }) => Name === 'One')).toMatchObject({ Spam: 'possible', 'Answer due (UTC)': '' })
  expect(spam.find(({ Name }) => Name === 'Two')).toMatchObject({ Spam: 'confirmed' })
})

test('the exported file has every estimate once over several batches, in the order of the list', async () => {
  const count = 2 * exportBatchSize + 1
  const newest = server.clock.now().getTime()
  await storeEstimates(
    server,
    Array.from({ length: count }, (_, index) => ({ name: `Visitor ${index}`, createdAt: new Date(newest - index) })),
  )
  const names = (await exported()).map(({ Name }) => Name)
  expect(names).toEqual(Array.from({ length: count }, (_, index) => `Visitor ${index}`))
})

test('the exported file goes by the filter and the order of the list', async () => {
  await storeEstimates(server, [
    { reference: 'FB-A', status: 'completed', budgetRange: '50k-100k' },
    { reference: 'FB-B', status: 'new', budgetRange: 'over-500k' },
    { reference: 'FB-C', status: 'completed', budgetRange: 'over-500k', name: 'Zoë Park' },
  ])
  const references = async (filter: Filter) => (await exported(filter)).map(({ Reference }) => Reference)
  expect(await references({ status: 'completed', sort: 'budget' })).toEqual(['FB-C', 'FB-A'])
  expect(await references({ q: 'zoe' })).toEqual(['FB-C'])
  expect(await references({ status: 'in_progress' })).toEqual([])
})

test('the exported file has its headings alone when there are no estimates', async () => {
  expect(await exported()).toEqual([])
  expect((await get()).body).toMatch(/^\uFEFF"Reference","Name",.*\r\n$/)
})

describe('the trace of an export', () => {
  const timelineOf = async (id: string | undefined) => {
    const page = await server.app.inject({
      url: `/api/trpc/estimates.get?input=${encodeURIComponent(JSON.stringify({ id }))}`,
      headers: admin.headers,
    })
    return page.json().result.data.timeline
  }
  const byBoss = { id: expect.any(String), kind: 'exported', by: 'boss@example.com' }

  test('an export is one row, and shows in the timelines of its estimates alone, with the account and the time', async () => {
    const count = exportBatchSize + 2
    const rows = Array.from({ length: count }, (_, index) => ({ urgent: index > 0 }))
    const [outside, first, ...others] = await storeEstimates(server, rows)
    await exported({ urgent: true, sort: 'due' })
    expect(await exportsMade()).toBe(1)
    expect(await server.database.read.estimateEvent.count()).toBe(0)
    const at = server.clock.now().toISOString()
    for (const id of [first, others.at(-1)]) expect((await timelineOf(id)).slice(1)).toEqual([{ ...byBoss, at }])
    expect(await timelineOf(outside)).toHaveLength(1)
  })

  test('a timeline shows exports from when each added an event to every estimate', async () => {
    const id = await storeEstimate(server)
    const at = server.clock.now()
    const actor = { actorId: admin.userId, actorEmail: 'boss@example.com' }
    await server.database.transaction(({ estimateEvent }) =>
      estimateEvent.create({
        data: { id: randomUUID(), estimateId: id, kind: 'exported', ...actor, at, details: '{}' },
      }),
    )
    expect((await timelineOf(id)).at(-1)).toEqual({ ...byBoss, at: at.toISOString() })
  })

  test('an export is logged in one line: account, number and filter, without the words of the search', async () => {
    await storeEstimates(server, [{ name: 'Zoltan', urgent: true }])
    await exported({ urgent: true, q: 'zoltan', sort: 'due' })
    expect(exportLines().at(-1)).toMatchObject({
      userId: admin.userId,
      rows: 1,
      complete: true,
      filter: { urgent: true, sort: 'due', searched: true },
    })
    expect(JSON.stringify(exportLines().at(-1))).not.toMatch(/zoltan|boss@/i)
  })
})

test('without a session there is neither a link nor a file', async () => {
  expect((await server.call('estimates.createExport', {})).statusCode).toBe(401)
  const url = await exportUrl(server, admin.headers)
  expect(getRefusal(await download(url, {}))).toEqual([401, 'Please sign in first.'])
  const { headers, sessionId } = await signedIn(server, { role: 'admin' })
  const own = await exportUrl(server, headers)
  await server.database.transaction(({ session }) => session.deleteMany({ where: { id: sessionId } }))
  expect((await download(own, headers)).statusCode).toBe(401)
})

test('a link is worth nothing once the role is taken away', async () => {
  await storeEstimates(server, [{}])
  const { headers, userId } = await signedIn(server, { role: 'admin' })
  const url = await exportUrl(server, headers)
  await server.database.transaction(({ user }) => user.updateMany({ where: { id: userId }, data: { role: 'staff' } }))
  expect(getRefusal(await download(url, headers))).toEqual([403, 'Only administrators may export estimates.'])
  expect(await exportsMade()).toBe(0)
})

test('the file answers pages of this site alone', async () => {
  await storeEstimates(server, [{}])
  const url = await exportUrl(server, admin.headers)
  const from = (site: string) => download(url, { ...admin.headers, 'sec-fetch-site': site })
  expect((await from('cross-site')).statusCode).toBe(403)
  expect((await from('same-site')).statusCode).toBe(403)
  expect((await download(url, { cookie: admin.cookie })).statusCode).toBe(403)
  expect(await exportsMade()).toBe(0)
  expect((await from('none')).statusCode).toBe(200)
})

test('the file answers GET alone', async () => {
  for (const method of ['HEAD', 'PUT', 'DELETE'] as const)
    expect((await server.app.inject({ method, url: path, headers: admin.headers })).statusCode).toBe(405)
})

test('a link to the file works once in all processes of one database, also when it is opened twice at once', async () => {
  await storeEstimates(server, [{}])
  const other = testEngine === 'postgresql' ? await createTestApp({ beside: server }) : server
  const url = await exportUrl(server, admin.headers)
  const { headers } = admin
  const responses = await Promise.all([server, other].map(({ app }) => app.inject({ url, headers })))
  if (other !== server) await other.dispose()
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(getRefusal(await download(url))).toEqual(noLongerValid)
  expect(await exportsMade()).toBe(1)
})
test('a link to the file works for a minute', async () => {
  const [last, late] = [await exportUrl(server, admin.headers), await exportUrl(server, admin.headers)]
  server.clock.advance(59_999)
  expect((await download(last)).statusCode).toBe(200)
  server.clock.advance(1)
  expect(getRefusal(await download(late))).toEqual(noLongerValid)
  // Its counter has expired as well by now.
  expect(getRefusal(await download(last))).toEqual(noLongerValid)
  server.clock.advance(-60_000)
})

test('a link to the file works only in the session that asked for it', async () => {
  const other = await signedIn(server, { role: 'admin' })
  const url = await exportUrl(server, admin.headers)
  expect(getRefusal(await download(url, other.headers))).toEqual(noLongerValid)
  expect((await download(url)).statusCode).toBe(200)
})

test('a link to the file is refused when its filter, expiry or nonce is changed', async () => {
  const url = new URL(await exportUrl(server, admin.headers, { status: 'new' }), 'http://site')
  const [payload = '', digest = ''] = url.searchParams.get('ticket')?.split('.') ?? []
  const content = JSON.parse(Buffer.from(payload, 'base64url').toString())
  for (const change of [{ filter: { sort: 'newest' } }, { expiresAt: content.expiresAt + 1 }, { nonce: 'another' }]) {
    const forged = Buffer.from(JSON.stringify({ ...content, ...change })).toString('base64url')
    expect(getRefusal(await download(`${path}?ticket=${forged}.${digest}`))).toEqual(noLongerValid)
  }
  expect((await download(url.pathname + url.search)).statusCode).toBe(200)
})

test.each(['', '?ticket=', '?ticket=.', '?ticket=a.b', '?ticket=a&ticket=b', '?status=new'])(
  'the path of the file without a valid ticket is refused: "%s"',
  async (search) => {
    expect(getRefusal(await download(`${path}${search}`))).toEqual(noLongerValid)
  },
)

test('a ticket is stored as nothing but the digest of its counter', async () => {
  const url = await exportUrl(server, admin.headers)
  const counters = () => server.database.read.attempt.findMany({ where: { key: { endsWith: ':export-ticket' } } })
  const before = await counters()
  await download(url)
  const after = await counters()
  expect(after).toHaveLength(before.length + 1)
  const { nonce } = JSON.parse(Buffer.from(url.split('ticket=')[1]?.split('.')[0] ?? '', 'base64url').toString())
  expect(JSON.stringify(after)).not.toContain(nonce)
})

test.each([
  [{ colour: 'red' }],
  [{ limit: 5 }],
  [{ cursor: 'x' }],
  [{ urgent: 'maybe' }],
  [{ status: 'gone' }],
  [{ sort: 'name' }],
  [{ view: 'compact' }],
  [{ format: 'pdf' }],
  [{ status: ['new', 'completed'] }],
  [{ from: '2025-02-30' }],
])('no link is handed out for a filter that the list does not have: %j', async (filter) => {
  expect((await server.call('estimates.createExport', filter, admin.headers)).statusCode).toBe(400)
})

describe('a download that is cut off', () => {
  let port: number
  beforeAll(async () => {
    port = await server.listen()
  })
  const rawRequest = async () =>
    `GET ${await exportUrl(server, admin.headers)} HTTP/1.1\r\nHost: a\r\nCookie: ${admin.cookie}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n`

  testOnce('an export stops when the client goes away', async () => {
    const count = 3 * exportBatchSize
    const storedTogether = 100
    // More than the buffers of a connection hold; one word, because it is indexed quickly.
    const text = 'x'.repeat(2_000)
    for (let stored = 0; stored < count; stored += storedTogether)
      await storeEstimates(
        server,
        Array.from({ length: storedTogether }, () => ({ projectDescription: text, specificRequirements: text })),
      )
    const before = exportLines().length
    const socket = await openSocket(port)
    socket.write(await rawRequest())
    await new Promise((resolve) => socket.once('data', resolve))
    socket.destroy()
    await expect.poll(() => exportLines().length, { timeout: 10_000 }).toBe(before + 1)
    expect(exportLines().at(-1)).toMatchObject({ complete: false })
    const {
      _max: { id: exportId },
    } = await server.database.read.estimateExport.aggregate({ _max: { id: true } })
    const batches = await server.database.read.estimateExportBatch.findMany({ where: { exportId: exportId ?? '' } })
    const noted = batches.flatMap(({ estimateIds }) => estimateIds.split(',')).length
    expect(noted).toBeGreaterThan(0)
    expect(noted).toBeLessThan(count)
  })

  test('an export responds with 503 when the database is unavailable from the start', async () => {
    listsLeft = 0
    const response = await get()
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
    expect(response.headers['content-disposition']).toBeUndefined()
  })

  test('an export cuts the connection when the database becomes unavailable on the way', async () => {
    await storeEstimates(
      server,
      Array.from({ length: exportBatchSize + 1 }, () => ({})),
    )
    listsLeft = 1
    const response = await sendRaw(port, await rawRequest())
    expect(response.status).toBe(200)
    // A complete response ends with an empty chunk.
    expect(response.headers['transfer-encoding']).toBe('chunked')
    expect(response.body).not.toMatch(/\r\n0\r\n\r\n$/)
    await expect.poll(() => exportLines().at(-1)).toMatchObject({ rows: exportBatchSize, complete: false })
  })
})
