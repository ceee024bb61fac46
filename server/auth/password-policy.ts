import { maxPasswordBytes, minPasswordLength } from '#shared/account.ts'
import { isGuessable } from './guessable-passwords.ts'

/**
 * What is wrong with a new password, in words for the person who chose it; undefined when it is taken. It is judged
 * exactly as it was typed: nothing is trimmed, cut or normalised.
 *
 * @param email of the account, in lower case
 */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  if (codePoints(password) < minPasswordLength)
    return `Please choose a password of at least ${minPasswordLength} characters.`
  if (Buffer.byteLength(password) > maxPasswordBytes)
    return `Please choose a shorter password: at most ${maxPasswordBytes} characters, fewer with accents or emoji.`
  if (!isHashable(password)) return 'Please choose a password without control characters.'
  if (password.toLowerCase() === email) return 'Please choose a password other than your email address.'
  // Loaded with the first new password: unpacking tens of thousands of words is nothing for the start.
  common ??= loadCommon()
  if (isGuessable(password, await common))
    return 'Please choose another password: this one is among the first that anybody tries.'
  return undefined
}

/**
 * Whether all of a password counts when it is hashed. bcrypt reads {@link maxPasswordBytes}, in its older versions
 * only up to a NUL; half a surrogate pair has no UTF-8 of its own.
 */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0') && password.isWellFormed()
}

function codePoints(text: string): number {
  return [...text].length
}

let common: Promise<ReadonlySet<string>> | undefined

/** The commonest passwords, in lower case. Short ones count, too: with a year and a mark they are long enough. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
