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

/** What a ticket carries, readable by its holder and signed for one session. */
const payloadSchema = z.object({ filter: estimateExportSchema, expiresAt: z.number(), nonce: z.string() })

/**
 * Makes a link to the CSV file of a filter: for one download, within a minute, in the session that asked for it. Nothing
 * is stored until the ticket is redeemed, so every process of the installation can do that.
 */
export function createExport({ serverKey, clock, session }: TicketDeps, filter: EstimateExportFilter): { url: string } {
  const expiresAt = clock.now().getTime() + limits['export-ticket'].windowMs
  const payload = Buffer.from(JSON.stringify({ filter, expiresAt, nonce: newSecret() })).toString('base64url')
  const ticket = `${payload}.${signature(serverKey, session.id, payload)}`
  return { url: `${estimateExportPath}?${new URLSearchParams({ ticket })}` }
}

/**
 * Redeems a ticket. Uses are counted in the database, where a counter outlives its ticket.
 *
 * @returns undefined for a ticket that was forged, has expired, was redeemed before or belongs to another session
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
