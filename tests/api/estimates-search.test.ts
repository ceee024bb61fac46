import { describe, expect, test } from 'vitest'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import type { EstimateColumns } from '#tests/support/estimates/build-estimate.ts'
import { estimateInput } from '#tests/support/estimates/estimate-input.ts'
import { finding } from '#tests/support/server/finding.ts'

const site = finding()
const { ask, found, placesOf, store } = site

describe('a search', () => {
  const requests: EstimateColumns[] = [
    { name: 'José Peña-Müller', email: 'jp@mail.example', phone: '+1 718.555.0134', reference: 'K7MW-4XQ2' },
    {
      name: 'Ann O’Neill',
      location: 'Bay Ridge, Brooklyn',
      phone: '212 555 0199',
      projectDescription: 'Oak floors,\nstairs',
    },
    {
      name: 'Сергей Волков',
      phone: null,
      specificRequirements: 'Freight_elevator only; see https://plans.example/a?b=1',
    },
  ]

  test.each([
    ['a name', 'Peña', [0]],
    ['a name without its accents', 'pena', [0]],
    ['a name with accents that it does not have', 'Ánn', [1]],
    ['accents written as marks of their own', 'Jose\u0301', [0]],
    ['another case', 'JOSÉ müller', [0]],
    ['letters beyond Latin, in another case', 'СЕРГЕЙ', [2]],
    ['the beginnings of words in any order', 'mull jo', [0]],
    ['a word from within a word', 'eill volk ona', []],
    ['a part of a word that is not its beginning', 'ridg eill', []],
    ['an email address', 'jp@mail.example', [0]],
    ['the name in an email address', 'romero', [1, 2]],
    ['a reference, in small letters and without its hyphen', 'k7mw 4xq', [0]],
    ['a reference without its hyphen, in any case', 'k7mW4xQ2', [0]],
    ['the beginning of a reference without its hyphen', 'K7MW4', [0]],
    ['a reference of which one character is wrong', 'K7MW4XQ3', []],
    ['a location', 'brook bay', [1]],
    ['the project description', 'stairs', [1]],
    ['the requirements', 'elevator freight', [2]],
    ['words of several fields at once', 'ann oak bay 212', [1]],
    ['words of which one is nowhere', 'ann oak cellar', []],
    ['a phone number as it stands', '+1 718.555.0134', [0]],
    ['a phone number in another writing', '(718) 555-0134', [0]],
    ['a phone number with its country code', '17185550134', [0]],
    ['a phone number without area code', '5550199', [1]],
    ['the beginning of a phone number', '718.555', [0]],
    ['the end of a phone number', '0134', [0]],
    ['a phone number’s groups beside a word', 'ann 555 0199', [1]],
    ['a postal code beside a phone number', '11102 5550134', [0]],
    ['digits in another order', '0134 555-718', [0]],
    ['a number of somebody else', '555-0111', []],
    ['no letter and no digit', ' ?!- ', []],
    ['a sign that stands for anything elsewhere', '%', []],
    ['blanks, which are no search', '  ', [0, 1, 2]],
  ])('finds %s: %j', async (_what, q, expected) => {
    const ids = await store(requests)
    expect(await placesOf(ids, { q })).toEqual(expected)
  })

  test('finds what has been changed by its new words alone, and nothing that is deleted', async () => {
    const [id = ''] = await store([{ name: 'Ada Romero' }])
    const erased = { name: 'Erased', email: 'none', phone: null, reference: 'AAAA-2222' }
    await site.server.database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id }, data: estimateKeys({ ...answers, ...erased }) }),
    )
    expect(await found({ q: 'romero' })).toEqual([])
    expect(await found({ q: '5550110' })).toEqual([])
    expect(await found({ q: 'erased' })).toEqual([id])
    await site.server.database.transaction(({ projectEstimate }) => projectEstimate.deleteMany())
    expect(await found({ q: 'erased' })).toEqual([])
  })

  test('finds a request that came in by the form, however long its words are', async () => {
    const long = 'ß'.repeat(2000)
    const input = estimateInput({ projectDescription: long, specificRequirements: '文'.repeat(2000) })
    const answer = await site.server.call('estimates.submit', input)
    expect(answer.statusCode).toBe(200)
    expect(await found({ q: long.slice(0, 200) })).toHaveLength(1)
    expect(await found({ q: '文文文' })).toHaveLength(1)
  })

  test('is refused beyond 200 characters', async () => {
    expect((await ask('list', { q: 'x'.repeat(201) })).statusCode).toBe(400)
  })
})
