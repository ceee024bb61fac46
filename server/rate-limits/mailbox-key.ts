/**
 * The mailbox that an address leads to, as far as its spelling tells: without a +tag, and at Gmail without dots. For limits
 * only; an account and a person have the whole address.
 */
export function mailboxKey(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).replace(/^googlemail\.com$/, 'gmail.com')
  // An address may begin with the plus sign.
  const name = address.slice(0, Math.max(at, 0)).replace(/(?<=.)\+.*$/, '')
  return `${domain === 'gmail.com' ? name.replaceAll('.', '') : name}@${domain}`
}
