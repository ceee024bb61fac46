import { randomInt } from 'node:crypto'

/** Avoids confusable characters, and vowels that would form words. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXYZ'
const groupLength = 4

function group(below: (limit: number) => number): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(below(alphabet.length))).join('')
}

/** Short enough for the phone; the unique index hardly ever refuses one of 2.8 × 10^11. */
export function newReference(below: (limit: number) => number = randomInt): string {
  return `${group(below)}-${group(below)}`
}
