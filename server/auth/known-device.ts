import type { Caller } from './request-context.ts'
import { keyedDigest, newSecret, sameDigest } from './secrets.ts'

/** As long as browsers keep any cookie (RFC 6265bis). */
const lifetimeSeconds = 400 * 24 * 60 * 60

const cookieForm = /^([\w-]{43})\.([\w-]{43})$/

/**
 * Has a browser remember that this person has signed in there, or has set a password by a link. It opens nothing: see
 * the limits of sign-ins.
 */
export function rememberDevice(caller: Pick<Caller, 'setCookie'>, serverKey: Buffer, userId: string): void {
  const device = newSecret()
  caller.setCookie('device', `${device}.${signatureOf(serverKey, userId, device)}`, lifetimeSeconds)
}

/**
 * The browser that a device cookie is of.
 *
 * @param cookie the cookie's value, which anybody can make up
 * @returns undefined where this person has not signed in there
 */
export function knownDevice(serverKey: Buffer, userId: string, cookie: string | undefined): string | undefined {
  const [, device, signature] = cookieForm.exec(cookie ?? '') ?? []
  if (!device || !signature) return undefined
  return sameDigest(signature, signatureOf(serverKey, userId, device)) ? device : undefined
}

function signatureOf(serverKey: Buffer, userId: string, device: string): string {
  return keyedDigest(serverKey, 'device', `${userId}:${device}`)
}
