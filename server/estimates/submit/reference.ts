import { randomInt } from 'node:crypto'

/** Avoids confusable characters, and vowels that would form words. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXYZ'
const groupLength = 4

function group(below: (limit: number) => number): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(below(alphabet.length))).join('')
}

/** Splits a reference typed without its hyphen, or the beginning of one; undefined for any other word. */
export function referenceGroups(word: string): [string, string] | undefined {
  const couldBe =
    word.length > groupLength &&
    word.length <= 2 * groupLength &&
    [...word.toUpperCase()].every((character) => alphabet.includes(character))
  return couldBe ? [word.slice(0, groupLength), word.slice(groupLength)] : undefined
}

/** Short enough for the phone; the unique index hardly ever refuses one of 2.8 × 10^11. */
export function newReference(below: (limit: number) => number = randomInt): string {
  return `${group(below)}-${group(below)}`
}
