import { withAsciiDomain } from '#server/ascii-domain.ts'

/**
 * The mailbox that an address leads to, as far as its spelling tells: without a +tag, and at Gmail without dots. Two
 * addresses with the same key are one person's. Empty for an empty address.
 */
export function mailboxKey(email: string): string {
  const address = withAsciiDomain(email.trim().toLowerCase())
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const local = address.slice(0, at)
  // An address may begin with the plus sign.
  const tag = local.indexOf('+', 1)
  const name = tag < 0 ? local : local.slice(0, tag)
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
