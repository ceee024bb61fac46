import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { anyCharacter } from '#tests/support/server/any-character.ts'
import { exportUrl } from '#tests/support/server/export-url.ts'
import { finding } from '#tests/support/server/finding.ts'
import { readCsv } from '#tests/support/server/read-csv.ts'
import { type SignedIn, signedIn } from '#tests/support/server/sessions.ts'

const site = finding()
const { answered, found, store } = site

let admin: SignedIn
beforeAll(async () => {
  admin = await signedIn(site.server, { role: 'admin' })
})

let ids: string[]
beforeEach(async () => {
  ids = await store([
    { name: 'José Peña', projectDescription: 'A bath and a porch.' },
    { name: 'Ann O’Neill', specificRequirements: 'No \\ and no \' in a:b | c & !d <-> "e"' },
  ])
})

/** Asks all three that search; each of them must answer, and all must find the same. */
async function findAll(q: string): Promise<string[]> {
  const list = await found({ q })
  const { statuses } = await answered<{ statuses: Record<string, number> }>('counts', { q })
  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(list.length)
  const { headers } = admin
  const file = await site.server.app.inject({ url: await exportUrl(site.server, headers, { q }), headers })
  expect(file.statusCode).toBe(200)
  expect(readCsv(file.body.slice(1))).toHaveLength(1 + list.length)
  return list
}

test.each([
  ['an acute accent alone, which no word has', '\u0301', []],
  ['an accent beside a word', 'peña \u0301', [0]],
  ['an accent in front of a word', '\u0301 bath', [0]],
  ['many accents', '\u0301\u0302 \u036f bath', [0]],
  ['an enclosing circle', 'bath \u20dd', [0]],
  ['a spacing mark', 'bath \u0903', [0]],
  ['a half mark', 'bath \ufe20', [0]],
  ['what makes a heart an emoji', 'bath \u2764\ufe0f', [0]],

  ['what makes a letter an emoji', 'ann\ufe0f', [1]],
])('a search for a word that is nothing but marks leaves it out: %s', async (_what, q, expected) => {
  expect((await findAll(q)).map((id) => ids.indexOf(id))).toEqual(expected)
})

test('a filter for a lead source with a NUL is refused', async () => {
  const input = encodeURIComponent(JSON.stringify({ leadSource: 'a\0' }))
  const { headers } = admin
  const answer = await site.server.app.inject({ url: `/api/trpc/estimates.counts?input=${input}`, headers })
  expect(answer.statusCode).toBe(400)
})

const junk = fc.string({
  unit: fc.constantFrom(
    ...['\u0300', '\u0301', '\u036f', '\u0340', '\u0344', '\u0903', '\u20dd', '\u20e3', '\ufe0f', '\ufe20', '\u200d'],
    ...["'", '"', '\\', ':', '*', '&', '|', '!', '<->', '(', ')', '^', '{', '-', '+', '.', '%', '_', '$1', '?', '\t'],
    ...['}', '\0', '#', ':*', '🙂'],
  ),
  maxLength: 12,
})

const operators = fc.constantFrom(' AND ', ' OR ', ' NOT ', ' NEAR(a b) ', 'texts:', 'phone : ', '٣', 'na', '7')

// The seed makes what fails once fail again.
const runs = { seed: 42, numRuns: 30 }

test('a search finds the same with any marks and signs around its words', async () => {
  await fc.assert(
    fc.asyncProperty(junk, junk, async (before, after) => {
      expect(await found({ q: `${before} bath ${after}` })).toEqual([ids[0]])
    }),
    runs,
  )
})

test('a search for any text at all is answered', async () => {
  const anything = fc.string({
    unit: fc.oneof(fc.constantFrom(...'aé1 '), fc.string({ unit: anyCharacter }), junk, operators),
  })
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const q = text.slice(0, 200).toWellFormed()
      for (const id of await findAll(q)) expect(ids).toContain(id)
    }),
    runs,
  )
})

test('a search for one sign over and over, and for half a character, is answered', async () => {
  const signs = [...'"\'*-():^+{}%_\\\0&|!#', '<->', '$1', '7 ', 'x', '1', '\ud800']
  for (const q of signs.map((sign) => sign.repeat(200).slice(0, 200)))
    expect([q, (await site.ask('list', { q })).statusCode]).toEqual([q, 200])
})
