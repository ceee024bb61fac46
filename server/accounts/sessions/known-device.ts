import { keyedDigest, newSecret, sameDigest } from '#server/accounts/secrets/secrets.ts'
import { dayMs } from '#shared/durations.ts'
import { isAllowed } from '#shared/permissions.ts'
import { type CookieContext, setCookie } from './session-cookies.ts'

/** Browsers store no cookie longer (RFC 6265bis). */
const lifetimeSeconds = (400 * dayMs) / 1000

const cookieForm = /^([\w-]{43})\.([\w-]{43})$/

/** Characters of a device: 128 random bits, and for the staff 126 of a digest that binds them to an email address. */
const [deviceLength, randomLength] = [43, 22]

type DeviceContext = CookieContext & { readonly serverKey: Buffer }
type Owner = { readonly id: string; readonly email: string; readonly role: string }

/** The cookie grants no access; it only exempts a known browser from limits that strangers can exhaust. */
export function rememberDevice(context: DeviceContext, { id, email, role }: Owner): void {
  const { serverKey } = context
  const secret = newSecret()
  const random = secret.slice(0, randomLength)
  const device = isAllowed(role, 'workEstimates') ? random + signBinding(serverKey, email, random) : secret
  setCookie(context, 'device', `${device}.${signDevice(serverKey, id, device)}`, lifetimeSeconds)
}

/** Adds to a known browser what {@link isStaffDevice} needs, after a change of the address or the role. */
export function renewDevice(context: DeviceContext, owner: Owner, cookie: string | undefined): void {
  const { serverKey } = context
  if (!isAllowed(owner.role, 'workEstimates') || isStaffDevice(serverKey, owner.email, cookie)) return
  if (knownDevice(serverKey, owner.id, cookie)) rememberDevice(context, owner)
}

export function knownDevice(serverKey: Buffer, userId: string, cookie: string | undefined): string | undefined {
  const [, device, signature] = cookieForm.exec(cookie ?? '') ?? []
  if (!device || !signature) return undefined
  return sameDigest(signature, signDevice(serverKey, userId, device)) ? device : undefined
}

/** Whether a staff member with this email address got the cookie. Needs no database. */
export function isStaffDevice(serverKey: Buffer, email: string, cookie: string | undefined): boolean {
  const [, device = ''] = cookieForm.exec(cookie ?? '') ?? []
  const [random, binding] = [device.slice(0, randomLength), device.slice(randomLength)]
  return sameDigest(binding, signBinding(serverKey, email, random))
}

function signDevice(serverKey: Buffer, userId: string, device: string): string {
  return keyedDigest(serverKey, 'device', `${userId}:${device}`)
}

function signBinding(serverKey: Buffer, email: string, random: string): string {
  return keyedDigest(serverKey, 'device-email', `${email}:${random}`).slice(randomLength, deviceLength)
}
