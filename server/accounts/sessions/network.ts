import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import { keyedDigest } from '#server/accounts/secrets/secrets.ts'

/**
 * Tells whether two devices use the same network, without keeping an IP address. A home or an office has one IPv4
 * address, or one IPv6 network of 64 bits.
 *
 * @returns null for an address that is not known
 */
export function networkDigest(serverKey: Buffer, ip: string): string | null {
  return ip === '' ? null : keyedDigest(serverKey, 'network', rateLimitKey(ip))
}
