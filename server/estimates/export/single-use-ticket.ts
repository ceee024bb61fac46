import * as z from 'zod'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { limits } from '#server/accounts/limits/limits.ts'
import { keyedDigest, newSecret, sameDigest } from '#server/accounts/secrets/secrets.ts'
import type { ActiveSession } from '#server/accounts/sessions/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'

export type TicketDeps = {
  readonly serverKey: Buffer
  readonly clock: Clock
  readonly session: Pick<ActiveSession, 'id'>
}

/** Tickets of one purpose are refused for another. */
type Purpose = 'export-ticket' | 'person-export-ticket'

const envelopeSchema = z.object({ content: z.unknown(), expiresAt: z.number(), nonce: z.string() })

/** The ticket works once, within a minute, in this session, on any process. Its holder can read the content. */
export function newTicket({ serverKey, clock, session }: TicketDeps, purpose: Purpose, content: object): string {
  const expiresAt = clock.now().getTime() + limits['export-ticket'].windowMs
  const payload = Buffer.from(JSON.stringify({ content, expiresAt, nonce: newSecret() })).toString('base64url')
  return `${payload}.${signature(serverKey, purpose, session.id, payload)}`
}

/**
 * A counter in the database outlives its ticket.
 *
 * @returns undefined if the ticket is forged, expired, used or from another session
 * @throws {DatabaseUnavailable}
 */
export async function redeemTicket<Content>(
  { serverKey, clock, session, database }: TicketDeps & { readonly database: Database },
  purpose: Purpose,
  schema: { safeParse(value: unknown): { readonly data?: Content | undefined } },
  ticket: unknown,
): Promise<Content | undefined> {
  const [payload = '', digest = ''] = typeof ticket === 'string' ? ticket.split('.', 2) : []
  if (!sameDigest(digest, signature(serverKey, purpose, session.id, payload))) return undefined

  const { data } = envelopeSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  const now = clock.now()
  if (!data || now.getTime() >= data.expiresAt) return undefined
  const content = schema.safeParse(data.content).data
  if (content === undefined) return undefined
  const { refused } = await consumeAttempts(database, serverKey, [{ limit: 'export-ticket', subject: data.nonce }], now)
  return refused ? undefined : content
}

function signature(serverKey: Buffer, purpose: Purpose, sessionId: string, payload: string): string {
  return keyedDigest(serverKey, purpose, `${sessionId}:${payload}`)
}
