import { maxPasswordBytes, minPasswordLength } from '#shared/account.ts'
import { isGuessable } from './guessable-passwords.ts'

/**
 * Checks a new password exactly as typed: never trimmed, cut or normalized.
 *
 * @param email the account's, in lower case
 * @returns the reason of a refusal, for the user; undefined for an accepted password
 */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  if (codePoints(password) < minPasswordLength)
    return `Please choose a password of at least ${minPasswordLength} characters.`
  if (Buffer.byteLength(password) > maxPasswordBytes)
    return `Please choose a shorter password: at most ${maxPasswordBytes} characters, fewer with accents or emoji.`
  if (!isHashable(password)) return 'Please choose a password without control characters.'
  if (password.toLowerCase() === email) return 'Please choose a password other than your email address.'
  // Tens of thousands of words: loaded with the first new password, to start faster.
  common ??= loadCommon()
  if (isGuessable(password, await common))
    return 'Please choose another password: this one is among the first that anybody tries.'
  return undefined
}

/**
 * Whether bcrypt would hash all of a password. It reads {@link maxPasswordBytes}, older versions only up to a NUL, and an
 * unpaired surrogate has no UTF-8.
 */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0') && password.isWellFormed()
}

function codePoints(text: string): number {
  return [...text].length
}

let common: Promise<ReadonlySet<string>> | undefined

/** Common passwords in lower case, also short ones, which decoration makes long enough. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
