import { describe, expect, test } from 'vitest'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'
import { mailboxKey } from '#server/estimates/matching/mailbox-key.ts'
import { indexedWords, nameKey } from '#shared/fold-words.ts'
import { answers } from '#tests/support/estimates/answers.ts'
import { mailboxWritings } from '#tests/support/estimates/writings.ts'

describe('the mailbox of an address', () => {
  test.each(mailboxWritings)('%s', (email, key) => {
    expect(mailboxKey(email)).toBe(key)
  })
})

test.each([
  ['Maria González-López', 'gonzalezlopez maria'],
  ['GONZÁLEZ-LÓPEZ, Maria', 'gonzalezlopez maria'],
  ['O’Brien Sean', 'obrien sean'],
  ['Sean  OBrien', 'obrien sean'],
  ['王小明', '王小小明明'],
  ['—', ''],
])('the name %s has the key "%s"', (name, key) => {
  expect(nameKey(name)).toBe(key)
})

test('the index has a word whole and in parts, folded, and a run without blanks in pairs', () => {
  expect(indexedWords('O’Brien, Müller 10-25 東京都')).toEqual([
    'obrien',
    'o',
    'brien',
    'muller',
    'mueller',
    '1025',
    '10',
    '25',
    '東京',
    '京都',
    '都',
  ])
})

test('words are cut where PostgreSQL could not take them, and say nothing twice', () => {
  const { searchText } = estimateKeys({
    ...answers,
    reference: 'AAAA-2222',
    projectDescription: `${'ä'.repeat(300)} twice twice`,
  })
  expect(Math.max(...searchText.split(' ').map((word) => Array.from(word).length))).toBe(60)
  expect(searchText.split(' ')).toHaveLength(new Set(searchText.split(' ')).size)
})

test('any part of a phone number of three digits begins a word', () => {
  const { searchText } = estimateKeys({ ...answers, reference: 'AAAA-2222', phone: '(212) 555-0177 x9' })
  expect(searchText.split(' ').filter((word) => word.startsWith('#'))).toEqual([
    '#2125550177',
    '#125550177',
    '#25550177',
    '#5550177',
    '#550177',
    '#50177',
    '#0177',
    '#177',
  ])
})
