import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs } from '#shared/durations.ts'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { estimateRequest } from '#tests/support/estimates/estimate-input.ts'
import { mailboxWritings, nameWritings, phoneWritings } from '#tests/support/estimates/writings.ts'
import { finding } from '#tests/support/server/finding.ts'
import { newSenderAddress } from '#tests/support/server/sender-ip.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'

const site = finding()
const { answered, placesOf, store } = site
let admin: SignedIn
let ids: string[]
beforeAll(async () => {
  admin = await signedIn(site.server, { email: 'admin@mail.example', role: 'admin' })
})

type Written = { readonly name?: string; readonly email?: string; readonly phone?: string }

/** The other texts have no word that a search in these tests is for. */
const texts = { ...answers, location: 'Queens', projectDescription: 'Tiles', specificRequirements: '', phone: '' }

/** Has no digits, which a search for a phone number could find. */
function newPerson(): { name: string; email: string } {
  const id = randomUUID().replaceAll(/[\d-]/g, (sign) => 'ghijklmnop'[Number(sign)] ?? '')
  return { name: `Visitor ${id}`, email: `visitor-${id}@example.com` }
}

/** Sends a request as the form does. */
async function send(written: Written): Promise<string> {
  const input = estimateRequest({ ...texts, ...newPerson(), ...written })
  const { reference } = await site.server.app.estimateWriter.submit(input, newSenderAddress())
  return (await site.server.database.read.projectEstimate.findUniqueOrThrow({ where: { reference } })).id
}

/** Enters a request that came by phone. */
async function enter(written: Written): Promise<string> {
  const calledAt = new Date(site.server.clock.now().getTime() - hourMs).toISOString()
  const input = { ...texts, ...newPerson(), requestKey: randomUUID(), calledAt, ...written }
  const response = await site.server.call('estimates.addPhoneEstimate', input, site.staff.headers)
  expect([written, response.json()]).toMatchObject([written, { result: {} }])
  return response.json().result.data.id
}

/** Half of them come by the form, and half by phone. */
async function receive(all: readonly Written[]): Promise<string[]> {
  const received: string[] = []
  for (const [index, written] of all.entries()) received.push(await (index % 2 === 0 ? send : enter)(written))
  return received
}

type Found = { id: string; matchedBy: string }

async function personOf(id: string): Promise<Found[]> {
  const url = `/api/trpc/privacy.person?input=${encodeURIComponent(JSON.stringify({ id }))}`
  const answer = await site.server.app.inject({ url, headers: admin.headers })
  return answer.json().result.data.estimates
}

/** The requests that the personal data of one has by its email address or its phone number, with itself. */
async function matchedTo(id: string): Promise<number[]> {
  const own = (await personOf(id)).filter(({ matchedBy }) => matchedBy !== 'name')
  return own.map((each) => ids.indexOf(each.id)).toSorted((a, b) => a - b)
}

const places = (isIncluded: boolean[]) => isIncluded.flatMap((is, index) => (is ? [index] : []))

/** Expects earlier requests and personal data to have the same, and an erasure to take these and no others. */
async function expectSamePeople(sameAs: (index: number) => number[]): Promise<void> {
  const rows = await site.server.database.read.projectEstimate.findMany({ select: { id: true, createdAt: true } })
  const time = new Map(rows.map(({ id, createdAt }) => [id, createdAt.getTime()]))
  const isEarlier = (one = '', other = '') =>
    (time.get(one) ?? 0) < (time.get(other) ?? 0) || (time.get(one) === time.get(other) && one < other)
  for (const [index, id] of ids.entries()) {
    const same = sameAs(index)
    expect([index, await matchedTo(id)]).toEqual([index, same])
    const { earlier } = await answered<{ earlier: { total: number } }>('get', { id })
    expect([index, earlier.total]).toEqual([index, same.filter((place) => isEarlier(ids[place], id)).length])
  }
  const erased = sameAs(0)
  const input = { id: ids[0], estimateIds: erased.map((place) => ids[place]), otherIds: [], confirmation: 'erase' }
  const response = await site.server.call('privacy.erasePerson', input, admin.headers)
  expect(response.json()).toMatchObject({ result: { data: { erased: erased.length } } })
  const left = await site.server.database.read.projectEstimate.findMany({ where: { erasedAt: null } })
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(ids.filter((_, index) => !erased.includes(index))))
}

test('names are found in every writing, and offered as namesakes in personal data', async () => {
  ids = await receive(nameWritings.map(([name]) => ({ name })))
  for (const [index, [name, found, missed = []]] of nameWritings.entries()) {
    for (const q of [name, ...found])
      expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining([index])])
    for (const q of missed) expect([q, await placesOf(ids, { q })]).toEqual([q, expect.not.arrayContaining([index])])
    const again = await enter({ name: name.toUpperCase().split(' ').toReversed().join(', ') })
    expect([name, await personOf(again)]).toEqual([
      name,
      expect.arrayContaining([expect.objectContaining({ id: ids[index], matchedBy: 'name' })]),
    ])
  }
})

test('phone numbers are one person’s in every writing of one of them', async () => {
  ids = await receive(phoneWritings.map(([phone]) => ({ phone })))
  const has = (wanted: string | null) =>
    phoneWritings.map(([, first, second]) => wanted === null || first === wanted || second === wanted)
  for (const [index, [q, key, other]] of phoneWritings.entries()) {
    if (key === null) continue
    const both = has(key).map((is, place) => is && has(other ?? null)[place] === true)
    const found = (await placesOf(ids, { q })).toSorted((a, b) => a - b)
    // Words beside a number have to be found, too.
    if (/mornings|cell| or /.test(q)) expect([q, found]).toEqual([q, [index]])
    else expect([q, found]).toEqual([q, places(both)])
  }
  expect(findPhoneNumbers('555-0177').map(phoneDigits)).toEqual([null])
  await expectSamePeople((index) => {
    const [, key = null, other = null] = phoneWritings[index] ?? []
    const isSame = phoneWritings.map(
      (each, place) =>
        place === index || [key, other].some((number) => number !== null && each.slice(1, 3).includes(number)),
    )
    return places(isSame)
  })
})

test('email addresses are one person’s in every writing of their mailbox', async () => {
  const writings = mailboxWritings.filter(([email]) => email !== '')
  ids = await receive(writings.map(([email]) => ({ email })))
  const sameAs = (key = '') => places(writings.map(([, other]) => other === key))
  for (const [q, key] of writings)
    expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining(sameAs(key))])
  await expectSamePeople((index) => sameAs(writings[index]?.[1]))
})

describe('a search without hits', () => {
  const requests = [
    { name: 'Xavier Delacroix', location: 'Bay Ridge, Brooklyn', email: 'office@example.net' },
    { name: 'Łukasz O’Malley', projectDescription: 'Brownstone façade' },
    { name: 'Фёдор Соловьёв' },
    { name: 'Ana Lee' },
  ]

  test.each([
    ['a letter too few', 'Delacrox', 'Delacroix', 0],
    ['a letter too many', 'delaccroix', 'Delacroix', 0],
    ['another letter', 'delacroiz', 'Delacroix', 0],
    ['two exchanged letters', 'dealcroix', 'Delacroix', 0],
    ['the first letter wrong', 'selacroix', 'Delacroix', 0],
    ['a wrong word beside the beginning of a right one', 'xav delacrox', 'xav Delacroix', 0],
    ['a place', 'brokklyn', 'brooklyn', undefined],
    ['a letter that folds', 'lukazs', 'Łukasz', 1],
    ['a name with an apostrophe', 'omaley', 'O’Malley', 1],
    ['a word of the description', 'brownstoen facade', 'Brownstone facade', 1],
    ['another alphabet', 'федор соловев', 'федор Соловьёв', 2],
  ])('suggests what was meant: %s', async (_what, q, meant, place) => {
    ids = await store(requests)
    const page = await site.answered<{ total: number; didYouMean?: string }>('list', { q })
    expect([page.total, page.didYouMean?.toLowerCase()]).toEqual([0, meant.toLowerCase()])
    if (place !== undefined) expect(await placesOf(ids, { q: page.didYouMean })).toEqual([place])
  })

  test.each([['zebulon'], ['le'], ['anna lee'], ['delacroixxx'], ['1234567'], ['%'], ['東京都']])(
    'suggests nothing where nothing is one letter away: %s',
    async (q) => {
      ids = await store(requests.slice(0, 3))
      expect(await site.answered('list', { q })).toEqual({ items: [], nextCursor: null, total: 0 })
    },
  )

  test('suggests only what the other filters leave', async () => {
    ids = await store([{ ...requests[0], status: 'completed' }])
    expect(await site.answered('list', { q: 'delacrox', status: 'new' })).not.toHaveProperty('didYouMean')
    expect(await site.answered('list', { q: 'delacrox', status: 'completed' })).toHaveProperty('didYouMean')
  })
})
