import * as z from 'zod'
import { keyedDigest, newSecret, sameDigest } from '#server/auth/secrets.ts'
import type { ActiveSession } from '#server/auth/sessions.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { consumeAttempts } from '#server/rate-limits/attempts.ts'
import { limits } from '#server/rate-limits/limits.ts'
import {
  type EstimateExportFilter,
  estimateExportPath,
  estimateExportSchema,
} from '#shared/estimates/estimate-export.ts'

type TicketDeps = {
  readonly serverKey: Buffer
  readonly clock: Clock
  readonly session: Pick<ActiveSession, 'id'>
}

/** Its holder can read it. */
const payloadSchema = z.object({ filter: estimateExportSchema, expiresAt: z.number(), nonce: z.string() })

/** The link works once, within a minute, in this session, on any process. */
export function createExport({ serverKey, clock, session }: TicketDeps, filter: EstimateExportFilter): { url: string } {
  const expiresAt = clock.now().getTime() + limits['export-ticket'].windowMs
  const payload = Buffer.from(JSON.stringify({ filter, expiresAt, nonce: newSecret() })).toString('base64url')
  const ticket = `${payload}.${signature(serverKey, session.id, payload)}`
  return { url: `${estimateExportPath}?${new URLSearchParams({ ticket })}` }
}

/**
 * A counter in the database outlives its ticket.
 *
 * @returns undefined if the ticket is forged, expired, used or from another session
 * @throws {DatabaseUnavailable}
 */
export async function redeemExportTicket(
  { serverKey, clock, session, database }: TicketDeps & { readonly database: Database },
  ticket: unknown,
): Promise<EstimateExportFilter | undefined> {
  const [payload = '', digest = ''] = typeof ticket === 'string' ? ticket.split('.', 2) : []
  if (!sameDigest(digest, signature(serverKey, session.id, payload))) return undefined

  const { data } = payloadSchema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
  const now = clock.now()
  if (!data || now.getTime() >= data.expiresAt) return undefined
  const { filter, nonce } = data
  const { refused } = await consumeAttempts(database, serverKey, [{ limit: 'export-ticket', subject: nonce }], now)
  return refused ? undefined : filter
}

function signature(serverKey: Buffer, sessionId: string, payload: string): string {
  return keyedDigest(serverKey, 'export-ticket', `${sessionId}:${payload}`)
}
