import type { SearchCondition } from '#server/database/queries/query.ts'

/** Fewer digits than this are in nearly every phone number. */
const minPhoneDigits = 3
/** As many as a number has without its country code. */
const phoneLength = 10

/** Each costs a search of its own, a short one tens of milliseconds among 100,000 requests. */
export const maxSearchWords = 10

/**
 * A word begins with a letter or a digit: marks alone are none, and engines disagree about what they are. Marks from
 * U+FE00 on are no part of any word in either index.
 */
const words = /[\p{L}\p{N}](?:(?![\ufe00-\ufe2f])[\p{L}\p{N}\p{M}])*/gu
const digitsAlone = /^\d+$/
/** What people write between the groups of a phone number. */
const phonePunctuation = /^[ ()+./-]*$/

/**
 * Reads what somebody typed into a search: every word must be the beginning of some word of the request. Digits are
 * looked for in its phone number, too, in any writing: those of groups that stand side by side in a row, or else each
 * group for itself. Words beyond the first {@link maxSearchWords} are left out.
 *
 * @returns undefined where there is no letter and no digit to look for
 */
export function readSearch(typed: string): SearchCondition | undefined {
  const all = sideBySide(typed.normalize('NFC').toLowerCase()).map(groupCondition)
  return all.length > 0 ? { all } : undefined
}

/** The words of a text; groups of digits with nothing else between them are together. */
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
  return isNumber ? { any: [{ word }, phoneCondition(word)] } : { word }
}

/** With its country code in front, a number is found by what is behind it. */
function phoneCondition(digits: string): SearchCondition {
  return { phone: digits.slice(-phoneLength) }
}
