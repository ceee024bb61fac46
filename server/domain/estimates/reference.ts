import { randomInt } from 'node:crypto'

/** Letters and digits that cannot be confused, without vowels, so that no words appear. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXYZ'
const groupLength = 4

function group(below: (limit: number) => number): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(below(alphabet.length))).join('')
}

/**
 * For instance `K7MW-4XQ2`: short enough for the phone, and one of 2.8 × 10^11, so that the unique index hardly ever
 * refuses one.
 *
 * @param below returns a random integer from 0 to below a limit
 */
export function newReference(below: (limit: number) => number = randomInt): string {
  return `${group(below)}-${group(below)}`
}
