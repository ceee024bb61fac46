import { randomInt } from 'node:crypto'

/** Letters and digits that are not mistaken for one another, read out loud or written by hand; no vowels, so no words. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXYZ'
const groupLength = 4

function group(below: (limit: number) => number): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(below(alphabet.length))).join('')
}

/**
 * A new reference for a request, for instance `K7MW-4XQ2`: short enough for the phone, and one of 2.8 × 10^11, so that
 * the database's unique index seldom has to refuse one.
 *
 * @param below a random whole number from 0 to below a limit; from the system's source where left out
 */
export function newReference(below: (limit: number) => number = randomInt): string {
  return `${group(below)}-${group(below)}`
}
