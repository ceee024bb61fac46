import { recordInLog } from '#server/accounts/audit/record-in-log.ts'
import type { AccountDeps } from '#server/accounts/passwords/account-deps.ts'
import { keyedDigest, sameDigest } from '#server/accounts/secrets/secrets.ts'
import { deviceName } from '#server/accounts/sessions/device-name.ts'
import { networkDigest } from '#server/accounts/sessions/network.ts'
import { type ActiveSession, endSessionsOfUser, maxSessions, stillActive } from '#server/accounts/sessions/sessions.ts'
import { AppError } from '#server/errors.ts'
import type { OwnSession } from '#shared/account.ts'

type OwnSessionDeps = AccountDeps & { readonly session: ActiveSession; readonly user: ActiveSession['user'] }

/**
 * Lists the sessions that the account is signed in with, this one first, then the most recently used. Before an upgrade
 * there may have been more than {@link maxSessions}: the rest is counted, and can be signed out together.
 */
export async function listOwnSessions({
  database: { read },
  clock,
  serverKey,
  client,
  session,
  user,
}: OwnSessionDeps): Promise<{ sessions: OwnSession[]; total: number }> {
  const where = { userId: user.id, ...stillActive(clock.now()) }
  const select = { id: true, device: true, deviceName: true, network: true, lastUsedAt: true, createdAt: true } as const
  const others = await read.session.findMany({
    where: { ...where, id: { not: session.id } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    take: maxSessions - 1,
    select,
  })
  const total = await read.session.count({ where })
  const current = await read.session.findUnique({ where: { id: session.id }, select })
  const rows = current ? [current, ...others] : others
  const devices = await Promise.all(rows.map((row) => row.deviceName ?? deviceName(row.device)))
  const ownNetwork = networkDigest(serverKey, client.ip)
  const sessions = rows.map(({ id, network, lastUsedAt, createdAt }, index) => ({
    id: publicId(serverKey, id),
    device: devices[index] ?? '',
    isCurrent: id === session.id,
    isSameNetwork: network === null || ownNetwork === null ? null : network === ownNetwork,
    lastUsedAt: lastUsedAt.toISOString(),
    signedInAt: createdAt.toISOString(),
  }))
  return { sessions, total }
}

/**
 * Ends a session of another device, at once and for all processes.
 *
 * @param id from {@link listOwnSessions}
 * @returns whether it was still signed in
 * @throws {AppError} for the session of this call
 */
export async function endOwnSession(deps: OwnSessionDeps, { id }: { readonly id: string }): Promise<boolean> {
  const { database, clock, serverKey, session, user } = deps
  if (sameDigest(publicId(serverKey, session.id), id))
    throw new AppError('invalid', 'This is the device that you are using. To leave it, press Sign Out.')
  const own = await database.read.session.findMany({
    where: { userId: user.id },
    orderBy: { lastUsedAt: 'desc' },
    take: maxSessions,
    select: { id: true },
  })
  const found = own.find((row) => sameDigest(publicId(serverKey, row.id), id))
  if (!found) return false
  return await database.transaction(async (transaction) => {
    const { count } = await transaction.session.deleteMany({ where: { id: found.id, userId: user.id } })
    await recordEnd(transaction, user, count, clock.now())
    return count > 0
  })
}

/**
 * Ends all sessions but that of this call, and what other browsers have begun.
 *
 * @returns how many were ended
 */
export async function endOtherSessions({ database, clock, session, user }: OwnSessionDeps): Promise<number> {
  const now = clock.now()
  return await database.transaction(async (transaction) => {
    const others = { userId: user.id, id: { not: session.id }, ...stillActive(now) }
    const count = await transaction.session.count({ where: others })
    await endSessionsOfUser(transaction, user.id, session.id)
    await recordEnd(transaction, user, count, now)
    return count
  })
}

async function recordEnd(
  transaction: Parameters<typeof recordInLog>[0],
  owner: ActiveSession['user'],
  sessions: number,
  now: Date,
): Promise<void> {
  if (sessions === 0) return
  await recordInLog(transaction, { kind: 'account.sessions-ended', owner, details: { sessions }, now })
}

/** The real one is half of a cookie and leaves the server in nothing else. */
function publicId(serverKey: Buffer, id: string): string {
  return keyedDigest(serverKey, 'session-id', id)
}
