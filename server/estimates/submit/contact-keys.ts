import { withAsciiDomain } from '#server/ascii-domain.ts'

/** North American, without the country code. */
const phoneLength = 10

export function emailKey(email: string): string {
  return withAsciiDomain(email.trim().toLowerCase())
}

/** Null for fewer digits. */
export function phoneDigits(phone: string | null | undefined): string | null {
  const digits = (phone ?? '').replaceAll(/\D/g, '')
  return digits.length < phoneLength ? null : digits.slice(-phoneLength)
}
