import type { SearchCondition } from '#server/database/queries/query.ts'
import { referenceGroups } from './reference.ts'

/** Nearly every phone number contains any shorter group. */
const minPhoneDigits = 3
const phoneLength = 10

/** Each takes tens of milliseconds among 100,000 estimates. */
export const maxSearchWords = 10

/** The engines disagree about marks alone, and neither indexes marks from U+FE00 on. */
const words = /[\p{L}\p{N}](?:[\p{L}\p{N}]|(?![\ufe00-\ufe2f])\p{M})*/gu
const digitsAlone = /^\d+$/
const phonePunctuation = /^[ ()+./-]*$/

/**
 * Every word must begin a word of the estimate; digits may match the phone number, and a reference may lack its hyphen.
 *
 * @returns undefined without letters and digits
 */
export function readSearch(typed: string): SearchCondition | undefined {
  const all = sideBySide(typed.normalize('NFC').toLowerCase()).map(groupCondition)
  return all.length > 0 ? { all } : undefined
}

function sideBySide(text: string): string[][] {
  const groups: string[][] = []
  let end = 0
  let count = 0
  for (const { 0: word, index } of text.matchAll(words)) {
    count += 1
    if (count > maxSearchWords) break
    const last = groups.at(-1)
    const goesOn =
      digitsAlone.test(word) && digitsAlone.test(last?.[0] ?? '') && phonePunctuation.test(text.slice(end, index))
    if (last && goesOn) last.push(word)
    else groups.push([word])
    end = index + word.length
  }
  return groups
}

function groupCondition(group: readonly string[]): SearchCondition {
  const each: SearchCondition = { all: group.map(wordCondition) }
  const digits = group.join('')
  return group.length > 1 && digits.length >= minPhoneDigits ? { any: [phoneCondition(digits), each] } : each
}

function wordCondition(word: string): SearchCondition {
  const isNumber = digitsAlone.test(word) && word.length >= minPhoneDigits
  // The index has a reference as two words.
  const groups = referenceGroups(word)
  const others: SearchCondition[] = [
    ...(isNumber ? [phoneCondition(word)] : []),
    ...(groups ? [{ all: groups.map((group) => ({ word: group })) }] : []),
  ]
  return others.length > 0 ? { any: [{ word }, ...others] } : { word }
}

/** Drops a country code. */
function phoneCondition(digits: string): SearchCondition {
  return { phone: digits.slice(-phoneLength) }
}
