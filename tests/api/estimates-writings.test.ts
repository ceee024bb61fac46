import { beforeEach, describe, expect, test } from 'vitest'
import { findPhoneNumbers, phoneDigits } from '#shared/phone-numbers.ts'
import { mailboxWritings, nameWritings, phoneWritings } from '#tests/support/estimates/writings.ts'
import { finding } from '#tests/support/server/finding.ts'

const site = finding()
const { placesOf, store } = site
let ids: string[]

const places = (isIncluded: boolean[]) => isIncluded.flatMap((is, index) => (is ? [index] : []))

describe('names', () => {
  beforeEach(async () => {
    ids = await store(nameWritings.map(([name]) => ({ name, email: 'office@example.net', phone: null })))
  })

  test('are found in every writing', async () => {
    for (const [index, [name, found, missed = []]] of nameWritings.entries()) {
      for (const q of [name, ...found])
        expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining([index])])
      for (const q of missed) expect([q, await placesOf(ids, { q })]).toEqual([q, expect.not.arrayContaining([index])])
    }
  })
})

describe('phone numbers', () => {
  test('are found by every writing of one of them', async () => {
    ids = await store(phoneWritings.map(([phone]) => ({ phone, email: 'office@example.net' })))
    for (const [index, [q, key, other]] of phoneWritings.entries()) {
      if (key === null) continue
      const has = (wanted: string | null) =>
        phoneWritings.map(([, first, second]) => wanted === null || first === wanted || second === wanted)
      const both = has(key).map((is, index) => is && has(other ?? null)[index] === true)
      const found = (await placesOf(ids, { q })).toSorted((a, b) => a - b)
      // Words beside a number have to be found, too.
      if (/mornings|cell| or /.test(q)) expect([q, found]).toEqual([q, [index]])
      else expect([q, found]).toEqual([q, places(both)])
    }
    expect(findPhoneNumbers('555-0177').map(phoneDigits)).toEqual([null])
  })
})

describe('email addresses', () => {
  test('are found by every writing of their mailbox', async () => {
    ids = await store(mailboxWritings.map(([email]) => ({ email, phone: null })))
    for (const [q, key] of mailboxWritings) {
      if (key === '') continue
      const same = places(mailboxWritings.map(([, other]) => other === key))
      expect([q, await placesOf(ids, { q })]).toEqual([q, expect.arrayContaining(same)])
    }
  })
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
