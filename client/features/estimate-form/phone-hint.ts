import { findPhoneNumbers } from '#shared/phone-numbers.ts'

/** A local number, without an area code. */
const fewestDigits = 7

/** Tells a visitor who may have stopped halfway. A text without digits may say why there is no number. */
export function phoneHint(written: string): string | undefined {
  const numbers = findPhoneNumbers(written)
  const isShort = numbers.length > 0 && numbers.every(({ digits }) => digits.length < fewestDigits)
  return isShort ? 'This looks too short for a phone number. Please check it.' : undefined
}
