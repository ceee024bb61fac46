import { randomUUID } from 'node:crypto'
import { newSecret, sameDigest, toDigest } from '#server/accounts/secrets/secrets.ts'
import { addMs } from '#server/clock.ts'
import type { Transaction } from '#server/database/database.ts'
import { type Queries, type SessionState, secondFactorDutySetting } from '#server/database/queries/queries.ts'
import type { AccountSession } from '#shared/account.ts'
import { type Role, roles } from '#shared/permissions.ts'
import { isRequiredFor } from '#shared/second-factor.ts'
import { deviceName } from './device-name.ts'
import { networkDigest } from './network.ts'
import type { Cookies } from './session-cookies.ts'
import { sessionLifetimes } from './session-lifetimes.ts'
import { accessTokenFor, formatSessionToken, parseSessionToken, type SessionToken } from './session-tokens.ts'

export type ActiveSession = {
  readonly id: string
  readonly user: {
    readonly id: string
    readonly email: string
    readonly name: string | null
    readonly role: Role
    /** The role needs a second factor, and the account has none. Until then, the role opens nothing. */
    readonly lacksSecondFactor: boolean
  }
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
  user: { select: { id: true, email: true, name: true, role: true, confirmedAt: true, secondFactorAt: true } },
} as const

export async function readSession({ session, setting }: Transaction, id: string) {
  const row = await session.findUnique({ where: { id }, select: sessionSelect })
  if (!row) return null
  const duty = await setting.findUnique({ where: { name: secondFactorDutySetting }, select: { value: true } })
  return { ...row, secondFactorDuty: duty?.value ?? null }
}

type NewSession = {
  readonly userId: string
  /** It is the User-Agent header. */
  readonly device: string
  /** The client's IP address, of which only a digest is stored. */
  readonly ip: string
  /** The session of these cookies ends. */
  readonly cookies: Cookies
  readonly serverKey: Buffer
}

/** Few people have as many browsers. */
export const maxSessions = 50

/** New secrets prevent session fixation. Beyond {@link maxSessions}, the account's least recently used one ends. */
export async function createSession(
  transaction: Transaction,
  { userId, device, ip, cookies, serverKey }: NewSession,
  now: Date,
): Promise<IssuedSession> {
  await endSession(transaction, cookies)
  const refresh = { id: randomUUID(), secret: newSecret() }
  const access = accessTokenFor(serverKey, refresh)
  await transaction.session.create({
    data: {
      id: refresh.id,
      userId,
      accessDigest: toDigest(access.secret),
      accessExpiresAt: addMs(now, sessionLifetimes.accessMs),
      refreshDigest: toDigest(refresh.secret),
      refreshedAt: now,
      device,
      deviceName: await deviceName(device),
      network: networkDigest(serverKey, ip),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: addMs(now, sessionLifetimes.absoluteMs),
      verifiedAt: now,
    },
  })
  await endOldestSessions(transaction, userId, refresh.id)
  const row = await readSession(transaction, refresh.id)
  if (!row) throw new Error('a session is missing in the transaction that created it')
  return issuedSession(row, refresh, access)
}

async function endOldestSessions({ session }: Transaction, userId: string, newId: string): Promise<void> {
  const others = { userId, id: { not: newId } }
  const oldest = await session.findMany({
    where: others,
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'asc' }],
    skip: maxSessions - 1,
    select: { id: true },
  })
  if (oldest.length > 0) await session.deleteMany({ where: { ...others, id: { in: oldest.map(({ id }) => id) } } })
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
  const digest = toDigest(token.secret)
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

/** Expired rows stay until the sweep. */
export function stillActive(now: Date) {
  return { expiresAt: { gt: now }, lastUsedAt: { gt: addMs(now, -sessionLifetimes.idleMs) } }
}

/** An id without its secret ends nothing. */
export async function endSession({ session }: Pick<Transaction, 'session'>, cookies: Cookies): Promise<void> {
  const tokens = [cookies.access, cookies.refresh].map(parseSessionToken).filter((token) => token !== undefined)
  for (const { id, secret } of tokens) {
    const digest = toDigest(secret)
    const columns = ['accessDigest', 'parentAccessDigest', 'refreshDigest', 'parentDigest'] as const
    await session.deleteMany({ where: { id, OR: columns.map((column) => ({ [column]: digest })) } })
  }
}

/** Also ends what other browsers have begun in the name of the user, such as a sign-in that lacks the second factor. */
export async function endSessionsOfUser(
  { session, signInChallenge }: Pick<Transaction, 'session' | 'signInChallenge'>,
  userId: string,
  exceptId?: string,
): Promise<void> {
  await session.deleteMany({ where: { userId, ...(exceptId === undefined ? {} : { id: { not: exceptId } }) } })
  await signInChallenge.deleteMany({ where: { userId } })
}

export function accountSession({ user, accessExpiresAt }: ActiveSession, now: Date): AccountSession {
  const { id, email, name, role, lacksSecondFactor } = user
  const duty = lacksSecondFactor ? ({ lacksSecondFactor } as const) : {}
  return {
    user: {
      id,
      email,
      ...(name === null ? {} : { name }),
      role,
      identities: [{ provider: 'email', email }],
      ...duty,
    },
    expiresAt: Math.floor(accessExpiresAt.getTime() / 1000),
    expiresIn: Math.max(0, Math.floor((accessExpiresAt.getTime() - now.getTime()) / 1000)),
    tokenType: 'bearer',
  }
}

function activeSession({ id, user, accessExpiresAt, secondFactorDuty }: SessionState): ActiveSession {
  // Unknown roles have no permissions.
  const role = roles.find((known) => known === user.role) ?? 'user'
  const lacksSecondFactor = user.secondFactorAt === null && isRequiredFor(secondFactorDuty, role)
  return { id, user: { id: user.id, email: user.email, name: user.name, role, lacksSecondFactor }, accessExpiresAt }
}
