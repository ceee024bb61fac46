import { expect, test } from 'vitest'
import { maxSearchWords, readSearch } from '#server/estimates/list/filter-to-criteria.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

test('a search is for the first ten words, however many are typed', () => {
  const first = letters.slice(0, maxSearchWords)
  expect(maxSearchWords).toBe(10)
  expect(readSearch(letters.join(' '))).toEqual(readSearch(first.join(' ')))
  expect(JSON.stringify(readSearch(letters.join(' '))).match(/"word"/g)).toHaveLength(maxSearchWords)
})

test('a phone number in single digits is still found by all of its digits', () => {
  expect(JSON.stringify(readSearch('7 1 8 5 5 5 0 1 1 0'))).toContain('{"word":"#7185550110"}')
})

test('a word of letters and ten digits is found as it is, also in an address', () => {
  for (const word of ['a2125550110b', 'ab-212-555-0110-c']) {
    const folded = word.replaceAll('-', '')
    expect(JSON.stringify(readSearch(word))).toContain(`{"word":"${folded}"}`)
  }
  expect(JSON.stringify(readSearch('jo2125550110@mail.example'))).not.toContain('#')
})
