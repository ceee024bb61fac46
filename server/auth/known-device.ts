import { dayMs } from '#shared/durations.ts'
import { keyedDigest, newSecret, sameDigest } from './secrets.ts'
import { type CookieContext, setCookie } from './session-cookies.ts'

/** The longest that browsers store any cookie (RFC 6265bis). */
const lifetimeSeconds = (400 * dayMs) / 1000

const cookieForm = /^([\w-]{43})\.([\w-]{43})$/

/**
 * Marks a browser in which the account's owner has signed in or set a password by a link. The cookie opens nothing; it
 * only exempts the browser from limits that strangers can exhaust.
 */
export function rememberDevice(context: CookieContext & { readonly serverKey: Buffer }, userId: string): void {
  const device = newSecret()
  setCookie(context, 'device', `${device}.${signatureOf(context.serverKey, userId, device)}`, lifetimeSeconds)
}

/**
 * Reads the browser's id out of a device cookie.
 *
 * @param cookie not trusted: anybody can make one up
 * @returns undefined where the cookie is not this account's
 */
export function knownDevice(serverKey: Buffer, userId: string, cookie: string | undefined): string | undefined {
  const [, device, signature] = cookieForm.exec(cookie ?? '') ?? []
  if (!device || !signature) return undefined
  return sameDigest(signature, signatureOf(serverKey, userId, device)) ? device : undefined
}

function signatureOf(serverKey: Buffer, userId: string, device: string): string {
  return keyedDigest(serverKey, 'device', `${userId}:${device}`)
}
