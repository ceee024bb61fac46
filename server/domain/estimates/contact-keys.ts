/** Of a North American number without its country code. */
const phoneLength = 10

/** Equal for two spellings of one e-mail address. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase()
}

/** The last ten digits of a phone number; null where there are fewer. */
export function phoneDigits(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length < phoneLength ? null : digits.slice(-phoneLength)
}
