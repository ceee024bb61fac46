import { createECDH, hkdfSync } from 'node:crypto'

/** Both are in base64url. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string }

/**
 * The pair by which push services know this installation (RFC 8292). It follows from the key of secrets, so all processes
 * have the same one, and no copy of the database has it.
 */
export function deriveVapidKeys(secretsKey: Buffer): VapidKeys {
  const privateKey = Buffer.from(hkdfSync('sha256', secretsKey, '', 'web-push', 32))
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
