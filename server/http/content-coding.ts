import { negotiate } from '@fastify/accept-negotiator'

export type ContentCoding = 'br' | 'gzip'

/** Best first. */
const codings = ['br', 'gzip', 'identity']

/**
 * Chooses how to compress a response.
 *
 * @param accepted the Accept-Encoding header
 * @returns undefined for no compression, which every client can read
 */
export function chooseCoding(accepted = ''): ContentCoding | undefined {
  // The plugin compares letter for letter; names of codings are case-insensitive (RFC 9110, section 8.4.1).
  const coding = negotiate(accepted.toLowerCase(), codings)
  return coding === 'br' || coding === 'gzip' ? coding : undefined
}
