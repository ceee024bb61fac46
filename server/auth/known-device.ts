import { dayMs } from '#shared/durations.ts'
import { keyedDigest, newSecret, sameDigest } from './secrets.ts'
import { type CookieContext, setCookie } from './session-cookies.ts'

/** Browsers store no cookie longer (RFC 6265bis). */
const lifetimeSeconds = (400 * dayMs) / 1000

const cookieForm = /^([\w-]{43})\.([\w-]{43})$/

/** The cookie grants no access; it only exempts a known browser from limits that strangers can exhaust. */
export function rememberDevice(context: CookieContext & { readonly serverKey: Buffer }, userId: string): void {
  const device = newSecret()
  setCookie(context, 'device', `${device}.${signatureOf(context.serverKey, userId, device)}`, lifetimeSeconds)
}

export function knownDevice(serverKey: Buffer, userId: string, cookie: string | undefined): string | undefined {
  const [, device, signature] = cookieForm.exec(cookie ?? '') ?? []
  if (!device || !signature) return undefined
  return sameDigest(signature, signatureOf(serverKey, userId, device)) ? device : undefined
}

function signatureOf(serverKey: Buffer, userId: string, device: string): string {
  return keyedDigest(serverKey, 'device', `${userId}:${device}`)
}
