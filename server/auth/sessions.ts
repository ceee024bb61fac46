import { randomUUID } from 'node:crypto'
import type { Transaction } from '#server/database/database.ts'
import type { Queries, SessionState } from '#server/database/queries/queries.ts'
import type { AccountSession } from '#shared/account.ts'
import { type Role, roles } from '#shared/permissions.ts'
import { digestOf, newSecret, sameDigest } from './secrets.ts'
import type { Cookies } from './session-cookies.ts'
import {
  accessTokenFor,
  formatSessionToken,
  parseSessionToken,
  type SessionToken,
  sessionLifetimes,
} from './session-tokens.ts'

/** A session that is good now, and who has it. */
export type ActiveSession = {
  readonly id: string
  readonly user: { readonly id: string; readonly email: string; readonly role: Role }
  readonly accessExpiresAt: Date
}

/** A session with what its browser has to keep. */
export type IssuedSession = ActiveSession & {
  /** Values of the cookies of these names. */
  readonly access: string
  readonly refresh: string
  /** When the session ends at the latest. */
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

/** Reads a session for a refresh, by its id and whatever its state. */
export async function readSession({ session }: Transaction, id: string) {
  return await session.findUnique({ where: { id }, select: sessionSelect })
}

type NewSession = {
  readonly userId: string
  /** The User-Agent header of the browser. */
  readonly device: string
  /** The cookies that came with the request: the session that this browser had so far ends. */
  readonly cookies: Cookies
  readonly serverKey: Buffer
}

/** Signs a browser in. The session's id and secrets are new, whatever the browser had. */
export async function createSession(transaction: Transaction, wanted: NewSession, now: Date): Promise<IssuedSession> {
  await endSession(transaction, wanted.cookies)
  const refresh = { id: randomUUID(), secret: newSecret() }
  const access = accessTokenFor(wanted.serverKey, refresh)
  await transaction.session.create({
    data: {
      id: refresh.id,
      userId: wanted.userId,
      accessDigest: digestOf(access.secret),
      accessExpiresAt: after(now, sessionLifetimes.accessMs),
      refreshDigest: digestOf(refresh.secret),
      refreshedAt: now,
      device: wanted.device,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: after(now, sessionLifetimes.absoluteMs),
    },
  })
  const row = await transaction.session.findUniqueOrThrow({ where: { id: refresh.id }, select: sessionSelect })
  return issuedSession(row, refresh, access)
}

/** What a browser gets for a session of which these are the present tokens. */
export function issuedSession(row: SessionState, refresh: SessionToken, access: SessionToken): IssuedSession {
  return {
    ...activeSession(row),
    access: formatSessionToken(access),
    refresh: formatSessionToken(refresh),
    expiresAt: row.expiresAt,
  }
}

/**
 * The session that an access cookie opens.
 *
 * @param cookie the cookie's value
 * @returns undefined where nobody is signed in, or not any more
 */
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

/**
 * Those of some sessions that are good now, by their ids: for what was let in before and goes on.
 *
 * @throws {DatabaseUnavailable}
 */
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

/** Whether a digest is the one that a refresh has just replaced. */
export function isParent({ refreshedAt }: SessionState, replaced: string | null, digest: string, now: Date): boolean {
  // Either way: a clock that was set back must not make the ten seconds an hour.
  const sinceMs = Math.abs(now.getTime() - refreshedAt.getTime())
  return replaced !== null && sameDigest(replaced, digest) && sinceMs <= sessionLifetimes.parentMs
}

/** Whether a session can no longer be used or refreshed. */
export function isExpired({ lastUsedAt, expiresAt, user }: SessionState, now: Date): boolean {
  // Nobody is given a session before their address is confirmed; one that is there all the same is good for nothing.
  return user.confirmedAt === null || now >= expiresAt || now >= after(lastUsedAt, sessionLifetimes.idleMs)
}

/** When an access token that is made now ends: not later than its session. */
export function accessEnd({ expiresAt }: Pick<SessionState, 'expiresAt'>, now: Date): Date {
  return new Date(Math.min(now.getTime() + sessionLifetimes.accessMs, expiresAt.getTime()))
}

/** Ends the session that a browser's cookies belong to, expired or not. Cookies that fit none end nothing. */
export async function endSession({ session }: Pick<Transaction, 'session'>, cookies: Cookies): Promise<void> {
  const tokens = [cookies.access, cookies.refresh].map(parseSessionToken).filter((token) => token !== undefined)
  for (const { id, secret } of tokens) {
    const digest = digestOf(secret)
    const columns = ['accessDigest', 'parentAccessDigest', 'refreshDigest', 'parentDigest'] as const
    await session.deleteMany({ where: { id, OR: columns.map((column) => ({ [column]: digest })) } })
  }
}

/**
 * Ends every session that somebody has.
 *
 * @param except the id of one that stays
 */
export async function endSessionsOf(
  { session }: Pick<Transaction, 'session'>,
  userId: string,
  except?: string,
): Promise<void> {
  await session.deleteMany({ where: { userId, ...(except ? { id: { not: except } } : {}) } })
}

/** What the page is told about a session. */
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
  // A role that this version does not know may nothing.
  const role = roles.find((known) => known === user.role) ?? 'user'
  return { id, user: { id: user.id, email: user.email, role }, accessExpiresAt }
}

function after(instant: Date, ms: number): Date {
  return new Date(instant.getTime() + ms)
}
