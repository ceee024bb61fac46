import { negotiate } from '@fastify/accept-negotiator'

export type ContentCoding = 'br' | 'gzip'

const codings = ['br', 'gzip', 'identity']

export function chooseCoding(accepted = ''): ContentCoding | undefined {
  // Codings are case-insensitive (RFC 9110, section 8.4.1), but the negotiator compares letters.
  const coding = negotiate(accepted.toLowerCase(), codings)
  return coding === 'br' || coding === 'gzip' ? coding : undefined
}
