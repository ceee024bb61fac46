import { domainToASCII } from 'node:url'

/** Mail and keys need one spelling of a domain: that of DNS. What is in ASCII, or is no domain, stays as it is. */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const typed = email.slice(at)
  const domain = /^\p{ASCII}*$/u.test(typed) ? typed : domainToASCII(typed) || typed
  return email.slice(0, at) + domain
}
