import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { maxBatchSize } from '#server/trpc/fastify-adapter.ts'
import { describeOnce } from '#tests/support/database/test-database.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { noProposal } from '#tests/support/estimates/listed-estimates.ts'
import { storeEstimate, storeEstimatesAt } from '#tests/support/estimates/store-estimates.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { signedIn } from '#tests/support/server/sessions.ts'
import { siteWithStaff } from '#tests/support/server/site-with-staff.ts'

const site = siteWithStaff()

type Item = { id: string; reference: string; createdAt: string }
type Page = { items: Item[]; nextCursor: string | null; total: number }

const list = (input: unknown, headers: Record<string, string> = site.staff.headers) =>
  site.server.app.inject({
    url: `/api/trpc/estimates.list?input=${encodeURIComponent(JSON.stringify(input))}`,
    headers,
  })
const page = async (input: unknown): Promise<Page> => {
  const answer = await list(input)
  expect(answer.statusCode).toBe(200)
  return answer.json().result.data
}

const store = (offsets: readonly number[]) => storeEstimatesAt(site.server, offsets)

async function everyPage(limit: number, between: () => Promise<unknown> = async () => undefined): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const next: Page = await page({ limit, cursor })
    expect(next.items.length).toBeLessThanOrEqual(limit)
    items.push(...next.items)
    cursor = next.nextCursor
    await between()
  } while (cursor !== null)
  return items
}

test('the list is empty while there is nothing', async () => {
  expect(await page({})).toEqual({ items: [], nextCursor: null, total: 0 })
})

test('the list has every field that a visitor filled in, and what the clock goes by', async () => {
  // tests/http/response-keys.test.ts shows that it has none that is the server's own.
  const { requestKey, ...values } = estimateInput({ urgent: true })
  const answer = await site.server.call('estimates.submit', { ...values, requestKey })
  const now = site.server.clock.now()
  const clock = { createdAt: now.toISOString(), dueAt: new Date(now.getTime() + 24 * 60 * 60_000).toISOString() }
  const work = {
    status: 'new',
    firstContactAt: null,
    quarantineReasons: [],
    outcome: 'open',
    followUpOn: null,
    ...noProposal,
    version: 1,
  }
  const { reference } = answer.json().result.data
  const rest = {
    assigneeEmail: null,
    assigneeName: null,
    photos: 0,
    source: 'website',
    leadSource: null,
    bestTime: null,
    erasedAt: null,
    withdrawnAt: null,
  }
  expect((await page({})).items).toEqual([{ ...values, id: expect.any(String), reference, ...clock, ...work, ...rest }])
})

test('a request that its customer withdrew is in the list as that, and is no possible spam without a clock', async () => {
  const withdrawnAt = site.server.clock.now()
  await storeEstimate(site.server, { withdrawnAt, dueAt: null, quarantineReasons: 'decoy' })
  expect((await page({})).items).toMatchObject([{ withdrawnAt: withdrawnAt.toISOString(), quarantineReasons: [] }])
})

test('the list has fifty to a page unless asked otherwise, newest first, and says how many there are', async () => {
  const ids = await store(Array.from({ length: 60 }, (_, index) => index))
  const first = await page({})
  expect(first.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 50))
  expect(first.total).toBe(60)
  const second = await page({ cursor: first.nextCursor, direction: 'forward' })
  expect(second.items.map(({ id }) => id)).toEqual(ids.toReversed().slice(50))
  expect([second.nextCursor, second.total]).toEqual([null, 60])
})

test('the list skips and repeats nothing of what was there while more comes in', async () => {
  const ids = await store(Array.from({ length: 30 }, (_, index) => Math.floor(index / 3)))
  let later = 1_000
  const items = await everyPage(4, () => store([later++, later]))
  expect(items).toHaveLength(30)
  expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids))
})

describe('an input', () => {
  test.each([0, 101, -1, 1.5, '50', null, 1e308])('is refused with the limit %j', async (limit) => {
    const answer = await list({ limit })
    expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, ['limit']])
  })

  const encoded = (text: string) => Buffer.from(text).toString('base64url')
  test.each([
    ['', 'empty'],
    ['planted', 'no base64url of ours'],
    [encoded('1767643800000'), 'without an id'],
    [encoded(`1767643800000.1' OR '1'='1`), 'with SQL for an id'],
    [encoded(`-1.${randomUUID()}`), 'before 1970'],
    [encoded(`1e3.${randomUUID()}`), 'with a number in other words'],
    [encoded(`99999999999999.${randomUUID()}`), 'beyond every instant'],
    [encoded(`9999999999999.${randomUUID().toUpperCase()}`), 'with an id in capitals'],
    [`${encoded(`1767643800000.${randomUUID()}`)}=`, 'with padding'],
    [`${encoded(`1767643800000.${randomUUID()}`)}\n`, 'with a line feed'],
    ['x'.repeat(201), 'too long'],
  ])('with the cursor %j, %s, is refused', async (cursor) => {
    await store([0])
    const answer = await list({ cursor })
    expect([answer.statusCode, Object.keys(answer.json().error.data.fieldErrors)]).toEqual([400, ['cursor']])
  })

  test('gets an empty page for a cursor beyond the last request', async () => {
    await store([0])
    const cursor = encoded(`0.${randomUUID()}`)
    expect(await page({ cursor })).toEqual({ items: [], nextCursor: null, total: 1 })
  })

  test('is refused with an unknown field', async () => {
    expect((await list({ where: {} })).statusCode).toBe(400)
  })
})

describeOnce('a caller who is not of the staff', () => {
  test.each([
    ['without an account', 401, async () => ({})],
    ['with an account alone', 403, async () => (await signedIn(site.server)).headers],
  ])('C2 a caller %s learns of no estimate, no id and no number', async (_who, status, headers) => {
    const ids = await store(Array.from({ length: 3 }, () => 0))
    const given = await headers()
    const cursor = Buffer.from(`${site.server.clock.now().getTime() + 1}.${ids[0]}`).toString('base64url')
    for (const input of [{}, { limit: 1 }, { cursor }, { cursor: 'planted' }, { limit: 0 }, { planted: 1 }]) {
      const answer = await list(input, given)
      const { error, ...rest } = answer.json()
      expect([answer.statusCode, rest]).toEqual([status, {}])
      expect(error.data).toEqual({ code: expect.any(String), httpStatus: status, reason: expect.any(String) })
      for (const id of ids) expect(answer.body).not.toContain(id)
    }
  })

  test.each([
    ['without an account', 401, async () => ({})],
    ['with an account alone', 403, async () => (await signedIn(site.server)).headers],
  ])('C2 a caller %s cannot tell by guessing which ids there are', async (_who, status, headers) => {
    const [stored = ''] = await store([0])
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 1)
    const others = Array.from({ length: 99 }, () => randomUUID())
    const guesses = [...numbers, ...others, stored]
    const answers = new Set<string>()
    for (let first = 0; first < guesses.length; first += maxBatchSize) {
      const ids = guesses.slice(first, first + maxBatchSize)
      const input = JSON.stringify(Object.fromEntries(ids.map((id, index) => [index, { id }])))
      const answer = await site.server.app.inject({
        url: `/api/trpc/${ids.map(() => 'estimates.get').join()}?batch=1&input=${encodeURIComponent(input)}`,
        remoteAddress: newSenderAddress(),
        // The calls of one account are limited.
        headers: await headers(),
      })
      expect(answer.statusCode).toBe(status)
      for (const one of answer.json()) answers.add(JSON.stringify(one))
    }
    expect([...answers]).toHaveLength(1)
  })

  test('C2 guessing procedures finds nothing', async () => {
    const guesses = ['estimates', 'estimates.all', 'estimates.count', 'estimates.byId', 'projectEstimate.findMany']
    for (const guess of guesses)
      expect((await site.server.app.inject({ url: `/api/trpc/${guess}?input=1` })).statusCode).toBe(404)
  })
})
