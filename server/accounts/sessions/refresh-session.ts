import { sameDigest, toDigest } from '#server/accounts/secrets/secrets.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import type { Client } from './client.ts'
import { sessionNotFound } from './guards.ts'
import { networkDigest } from './network.ts'
import { accessTokenFor, nextRefreshToken, parseSessionToken, type SessionToken } from './session-tokens.ts'
import { accessEnd, type IssuedSession, isExpired, isParent, issuedSession, readSession } from './sessions.ts'

type RefreshResult = IssuedSession | 'session_not_found' | 'refresh_token_already_used'

/**
 * The replaced token works for ten more seconds, since tabs refresh concurrently and responses get lost. An older one
 * must be stolen, so the session ends.
 *
 * @throws {AppError} `session_not_found` or `refresh_token_already_used`
 * @throws {DatabaseUnavailable} the token is still valid
 */
export async function refreshSession(
  database: Database,
  serverKey: Buffer,
  { cookies, ip }: Pick<Client, 'cookies' | 'ip'>,
  now: Date,
): Promise<IssuedSession> {
  const token = parseSessionToken(cookies.refresh)
  if (!token) throw sessionNotFound()
  const network = networkDigest(serverKey, ip)
  const refreshed = await database.transaction((transaction) =>
    refresh(transaction, serverKey, { token, network }, now),
  )
  if (refreshed === 'session_not_found') throw sessionNotFound()
  if (refreshed === 'refresh_token_already_used')
    throw new AppError('invalid', 'This session was continued elsewhere. Please sign in again.', { reason: refreshed })
  return refreshed
}

async function refresh(
  transaction: Transaction,
  serverKey: Buffer,
  used: { readonly token: SessionToken; readonly network: string | null },
  now: Date,
): Promise<RefreshResult> {
  const { token, network } = used
  const row = await readSession(transaction, token.id)
  if (!row) return 'session_not_found'
  if (isExpired(row, now)) {
    // Setting the clock back must not revive it.
    await transaction.session.deleteMany({ where: { id: row.id } })
    return 'session_not_found'
  }
  const digest = toDigest(token.secret)
  const next = nextRefreshToken(serverKey, token)
  const access = accessTokenFor(serverKey, next)

  if (sameDigest(row.refreshDigest, digest)) {
    const { count } = await transaction.session.updateMany({
      where: { id: row.id, refreshDigest: digest },
      data: {
        refreshDigest: toDigest(next.secret),
        parentDigest: digest,
        accessDigest: toDigest(access.secret),
        // An expired token must stay expired.
        parentAccessDigest: now < row.accessExpiresAt ? row.accessDigest : null,
        accessExpiresAt: accessEnd(row, now),
        refreshedAt: now,
        lastUsedAt: now,
        network,
        refreshCount: { increment: 1 },
      },
    })
    // On PostgreSQL another refresh was faster.
    if (count === 0) return await refresh(transaction, serverKey, used, now)
    const changed = await readSession(transaction, row.id)
    return changed ? issuedSession(changed, next, access) : 'session_not_found'
  }
  if (isParent(row, row.parentDigest, digest, now)) return issuedSession(row, next, access)

  await transaction.session.deleteMany({ where: { id: row.id } })
  return 'refresh_token_already_used'
}
