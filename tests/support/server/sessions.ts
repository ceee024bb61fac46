import { randomUUID } from 'node:crypto'
import { stringifyCookie } from 'cookie'
import { newSecret, toDigest } from '#server/accounts/secrets/secrets.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import { formatSessionToken } from '#server/accounts/sessions/session-tokens.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { Role } from '#shared/permissions.ts'
import { insertRow } from '#tests/support/database/insert-row.ts'
import type { TestApp } from './test-app.ts'

type Account = {
  email?: string
  role?: Role
  passwordHash?: string | null
  /** Null means not confirmed. Such an account has no session in real life. */
  confirmedAt?: Date | null
  notifyDeadlines?: boolean
  notifyDigest?: boolean
}

/** A browser that is signed in. */
export type SignedIn = {
  readonly userId: string
  readonly email: string
  readonly sessionId: string
  /** The values of the cookies. */
  readonly access: string
  readonly refresh: string
  /** The Cookie header with both tokens. */
  readonly cookie: string
  /** The headers of a call from a page of this site. */
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': 'same-origin' }
}

/** Stores an account and a session, at the time of a test app's clock. */
export async function signedIn({ database, clock, secure }: TestApp, account: Account = {}): Promise<SignedIn> {
  const { user, session, browser } = signedInRows(account, clock.now(), secure)
  await database.transaction(async (transaction) => {
    await transaction.user.create({ data: user })
    await transaction.session.create({ data: session })
  })
  return browser
}

/**
 * Stores an account and a session in the database of another process.
 *
 * @param secure whether that server has an https origin
 */
export async function insertSignedIn(databaseUrl: string, account: Account = {}, secure = false): Promise<SignedIn> {
  const { user, session, browser } = signedInRows(account, new Date(), secure)
  await insertRow(databaseUrl, 'users', user)
  await insertRow(databaseUrl, 'sessions', session)
  return browser
}

export function cookieHeader(cookies: { access?: string; refresh?: string }, secure = false): string {
  const names = cookieNames(secure)
  return stringifyCookie({ [names.access]: cookies.access, [names.refresh]: cookies.refresh })
}

function signedInRows(account: Account, now: Date, secure: boolean) {
  const [userId, sessionId] = [randomUUID(), randomUUID()]
  const [accessSecret, refreshSecret] = [newSecret(), newSecret()]
  const access = formatSessionToken({ id: sessionId, secret: accessSecret })
  const refresh = formatSessionToken({ id: sessionId, secret: refreshSecret })
  const user = {
    id: userId,
    email: `${userId}@example.com`,
    passwordHash: null,
    role: 'user',
    confirmedAt: now,
    createdAt: now,
    ...account,
  }
  const session = {
    id: sessionId,
    userId,
    accessDigest: toDigest(accessSecret),
    accessExpiresAt: new Date(now.getTime() + sessionLifetimes.accessMs),
    refreshDigest: toDigest(refreshSecret),
    refreshedAt: now,
    device: 'test',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + sessionLifetimes.absoluteMs),
  }
  const cookie = cookieHeader({ access, refresh }, secure)
  const headers = { cookie, 'sec-fetch-site': 'same-origin' } as const
  return { user, session, browser: { userId, email: user.email, sessionId, access, refresh, cookie, headers } }
}
