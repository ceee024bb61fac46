import { maxPasswordBytes, minPasswordLength } from '#shared/account.ts'
import { isGuessable } from './guessable-passwords.ts'

/**
 * @param email in lower case
 * @returns the refusal for the user
 */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  if (codePoints(password) < minPasswordLength)
    return `Please choose a password of at least ${minPasswordLength} characters.`
  if (Buffer.byteLength(password) > maxPasswordBytes)
    return `Please choose a shorter password: at most ${maxPasswordBytes} characters, fewer with accents or emoji.`
  if (!isHashable(password)) return 'Please choose a password without control characters.'
  if (password.toLowerCase() === email) return 'Please choose a password other than your email address.'
  common ??= loadCommon()
  if (isGuessable(password, await common)) return 'That password is too easy to guess. Please choose another.'
  return undefined
}

/** bcrypt reads {@link maxPasswordBytes}, some versions only up to a NUL; unpaired surrogates have no UTF-8. */
export function isHashable(password: string): boolean {
  return Buffer.byteLength(password) <= maxPasswordBytes && !password.includes('\0') && password.isWellFormed()
}

function codePoints(text: string): number {
  return [...text].length
}

let common: Promise<ReadonlySet<string>> | undefined

/** Decoration makes short ones long enough. */
async function loadCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
