import { randomInt } from 'node:crypto'

/** Letters and digits that are not mistaken for one another, read out loud or written by hand; no vowels, so no words. */
const alphabet = '23456789BCDFGHJKMNPQRTVWXYZ'
const groupLength = 4

function group(): string {
  return Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
}

/**
 * A new reference for a request, for instance `K7MW-4XQ2`: short enough for the phone, and one of 2.8 × 10^11, so that
 * the database's unique index seldom has to refuse one.
 */
export function newReference(): string {
  return `${group()}-${group()}`
}
