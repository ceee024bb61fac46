/** As many digits as a North American number has without its country code. */
const phoneLength = 10

/** What two ways of writing one e-mail address have in common. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** The last ten digits of a phone number in any writing, which tell it from others; null where there are fewer. */
export function phoneDigits(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length < phoneLength ? null : digits.slice(-phoneLength)
}
