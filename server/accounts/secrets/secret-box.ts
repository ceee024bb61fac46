import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Tells with which key and cipher a secret was encrypted. */
const version = 1
const nonceBytes = 12
const tagBytes = 16

/** The place where a secret is stored. It can be opened nowhere else. */
export type SecretPlace = { readonly table: string; readonly column: string; readonly userId: string }

/** The key is not the one that encrypted it, or the secret was changed or moved. */
export class SecretUnreadable extends Error {
  override readonly name = 'SecretUnreadable'
}

/**
 * Encrypts with AES-256-GCM and a random nonce.
 *
 * @param key 32 bytes
 * @returns base64url
 */
export function sealSecret(key: Buffer, place: SecretPlace, secret: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(place))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** @throws {SecretUnreadable} */
export function openSecret(key: Buffer, place: SecretPlace, stored: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  if (bytes.length < 1 + nonceBytes + tagBytes || bytes[0] !== version)
    throw new SecretUnreadable('the stored secret has an unknown form')
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const sealed = bytes.subarray(1 + nonceBytes, -tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(associatedData(place)).setAuthTag(bytes.subarray(-tagBytes))
  try {
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretUnreadable('the key does not open the stored secret', { cause })
  }
}

function associatedData({ table, column, userId }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([version, table, column, userId]))
}
