import { withAsciiDomain } from '#server/ascii-domain.ts'

/**
 * The mailbox that an address leads to, as far as its spelling tells: without a +tag, and at Gmail without dots. It is
 * only for limits; an account and a person have the whole address.
 */
export function mailboxKey(email: string): string {
  const address = withAsciiDomain(email.trim().toLowerCase())
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  const local = address.slice(0, Math.max(at, 0))
  // An address may begin with the plus sign.
  const tag = local.indexOf('+', 1)
  const name = tag < 0 ? local : local.slice(0, tag)
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
