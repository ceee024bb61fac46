import { keyedDigest, sameDigest } from '#server/accounts/secrets/secrets.ts'
import { requestPage } from '#shared/pages.ts'

const purpose = 'request-link'

/** 160 bits. */
const digestBytes = 20

/** No estimate has it. */
const noId = '00000000-0000-0000-0000-000000000000'

/** The path of the visitor's own page, which follows from the id (docs/decisions/054). */
export function requestPath(serverKey: Buffer, id: string): string {
  return `${requestPage.path}/${newToken(serverKey, id)}`
}

/**
 * Reads the token in a link.
 *
 * @returns an id that no estimate has where the token is not ours, so that the caller reads the database all the same
 */
export function readRequestToken(serverKey: Buffer, token: string): string {
  const hex = Buffer.from(token, 'base64url').toString('hex').slice(0, 32)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return sameDigest(token, newToken(serverKey, id)) ? id : noId
}

function newToken(serverKey: Buffer, id: string): string {
  const digest = Buffer.from(keyedDigest(serverKey, purpose, id), 'base64url').subarray(0, digestBytes)
  return Buffer.concat([Buffer.from(id.replaceAll('-', ''), 'hex'), digest]).toString('base64url')
}
