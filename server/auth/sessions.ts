import { randomUUID } from 'node:crypto'
import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import type { Queries, SessionState } from '#server/database/queries/queries.ts'
import type { AccountSession } from '#shared/account.ts'
import { type Role, roles } from '#shared/permissions.ts'
import { digestOf, newSecret, sameDigest } from './secrets.ts'
import type { Cookies } from './session-cookies.ts'
import { sessionLifetimes } from './session-lifetimes.ts'
import { accessTokenFor, formatSessionToken, parseSessionToken, type SessionToken } from './session-tokens.ts'

export type ActiveSession = {
  readonly id: string
  readonly user: { readonly id: string; readonly email: string; readonly role: Role }
  readonly accessExpiresAt: Date
}

export type IssuedSession = ActiveSession & {
  readonly access: string
  readonly refresh: string
  readonly expiresAt: Date
}

const sessionSelect = {
  id: true,
  accessDigest: true,
  accessExpiresAt: true,
  parentAccessDigest: true,
  refreshDigest: true,
  parentDigest: true,
  refreshedAt: true,
  lastUsedAt: true,
  expiresAt: true,
  user: { select: { id: true, email: true, role: true, confirmedAt: true } },
} as const

export async function readSession({ session }: Transaction, id: string) {
  return await session.findUnique({ where: { id }, select: sessionSelect })
}

type NewSession = {
  readonly userId: string
  /** The User-Agent header. */
  readonly device: string
  /** Their session ends. */
  readonly cookies: Cookies
  readonly serverKey: Buffer
}

/** New secrets prevent session fixation. */
export async function createSession(
  transaction: Transaction,
  { userId, device, cookies, serverKey }: NewSession,
  now: Date,
): Promise<IssuedSession> {
  await endSession(transaction, cookies)
  const refresh = { id: randomUUID(), secret: newSecret() }
  const access = accessTokenFor(serverKey, refresh)
  await transaction.session.create({
    data: {
      id: refresh.id,
      userId,
      accessDigest: digestOf(access.secret),
      accessExpiresAt: addMs(now, sessionLifetimes.accessMs),
      refreshDigest: digestOf(refresh.secret),
      refreshedAt: now,
      device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: addMs(now, sessionLifetimes.absoluteMs),
    },
  })
  const row = await transaction.session.findUniqueOrThrow({ where: { id: refresh.id }, select: sessionSelect })
  return issuedSession(row, refresh, access)
}

export function issuedSession(row: SessionState, refresh: SessionToken, access: SessionToken): IssuedSession {
  return {
    ...activeSession(row),
    access: formatSessionToken(access),
    refresh: formatSessionToken(refresh),
    expiresAt: row.expiresAt,
  }
}

export async function findActiveSession(
  queries: Pick<Queries, 'findSession'>,
  cookie: string | undefined,
  now: Date,
): Promise<ActiveSession | undefined> {
  const token = parseSessionToken(cookie)
  const row = token && (await queries.findSession(token.id))
  if (!row || now >= row.accessExpiresAt || isExpired(row, now)) return undefined
  const digest = digestOf(token.secret)
  return sameDigest(row.accessDigest, digest) || isParent(row, row.parentAccessDigest, digest, now)
    ? activeSession(row)
    : undefined
}

/** Streams were authorized with a secret before. */
export async function findActiveSessions(
  queries: Pick<Queries, 'findSessions'>,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ActiveSession>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.findSessions(ids)
  const active = rows.filter((row) => now < row.accessExpiresAt && !isExpired(row, now))
  return new Map(active.map((row) => [row.id, activeSession(row)]))
}

export function isParent({ refreshedAt }: SessionState, replaced: string | null, digest: string, now: Date): boolean {
  // The clock may be set back.
  const sinceMs = Math.abs(now.getTime() - refreshedAt.getTime())
  return replaced !== null && sameDigest(replaced, digest) && sinceMs <= sessionLifetimes.parentMs
}

export function isExpired({ lastUsedAt, expiresAt, user }: SessionState, now: Date): boolean {
  // Defense in depth: unconfirmed accounts have no sessions.
  return user.confirmedAt === null || now >= expiresAt || now >= addMs(lastUsedAt, sessionLifetimes.idleMs)
}

export function accessEnd({ expiresAt }: Pick<SessionState, 'expiresAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLifetimes.accessMs, expiresAt.getTime()))
}

/** An id without its secret ends nothing. */
export async function endSession({ session }: Pick<Transaction, 'session'>, cookies: Cookies): Promise<void> {
  const tokens = [cookies.access, cookies.refresh].map(parseSessionToken).filter((token) => token !== undefined)
  for (const { id, secret } of tokens) {
    const digest = digestOf(secret)
    const columns = ['accessDigest', 'parentAccessDigest', 'refreshDigest', 'parentDigest'] as const
    await session.deleteMany({ where: { id, OR: columns.map((column) => ({ [column]: digest })) } })
  }
}

export async function endSessionsOf({ session }: Pick<Transaction, 'session'>, userId: string): Promise<void> {
  await session.deleteMany({ where: { userId } })
}

export function accountSession({ user, accessExpiresAt }: ActiveSession, now: Date): AccountSession {
  const { id, email, role } = user
  return {
    user: { id, email, role, identities: [{ provider: 'email', email }] },
    expiresAt: Math.floor(accessExpiresAt.getTime() / 1000),
    expiresIn: Math.max(0, Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000)),
    tokenType: 'bearer',
  }
}

function activeSession({ id, user, accessExpiresAt }: SessionState): ActiveSession {
  // Unknown roles have no permissions.
  const role = roles.find((known) => known === user.role) ?? 'user'
  return { id, user: { id: user.id, email: user.email, role }, accessExpiresAt }
}
