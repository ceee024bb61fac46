import { randomUUID } from 'node:crypto'
import { stringifyCookie } from 'cookie'
import { digestOf, newSecret } from '#server/auth/secrets.ts'
import { formatSessionToken, sessionLifetimes } from '#server/auth/session-tokens.ts'
import { cookieNames } from '#shared/cookie-names.ts'
import type { Role } from '#shared/permissions.ts'
import { insertRow } from './insert-row.ts'
import type { TestApp } from './test-app.ts'

type Person = {
  email?: string
  role?: Role
  passwordHash?: string | null
  /** Null: has not proved yet that the address is theirs. Such a person has no session in real life. */
  confirmedAt?: Date | null
}

/** Somebody with an account, and a browser in which they are signed in. */
export type SignedIn = {
  readonly userId: string
  readonly email: string
  readonly sessionId: string
  /** Values of the cookies. */
  readonly access: string
  readonly refresh: string
  /** The Cookie header with both. */
  readonly cookie: string
  /** What a browser sends along when a page of this site makes a call. */
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': 'same-origin' }
}

/** Stores a person who is signed in, with the time of a test app. */
export async function signedIn({ database, clock, secure }: TestApp, person: Person = {}): Promise<SignedIn> {
  const { user, session, browser } = signedInRows(person, clock.now(), secure)
  await database.transaction(async (transaction) => {
    await transaction.user.create({ data: user })
    await transaction.session.create({ data: session })
  })
  return browser
}

/**
 * Stores a person who is signed in, into the database of a server that runs elsewhere.
 *
 * @param secure whether that server is at an https address
 */
export async function insertSignedIn(databaseUrl: string, person: Person = {}, secure = false): Promise<SignedIn> {
  const { user, session, browser } = signedInRows(person, new Date(), secure)
  await insertRow(databaseUrl, 'users', user)
  await insertRow(databaseUrl, 'sessions', session)
  return browser
}

/** The Cookie header of a browser that has these cookies. */
export function cookieHeader(cookies: { access?: string; refresh?: string }, secure = false): string {
  const names = cookieNames(secure)
  return stringifyCookie({ [names.access]: cookies.access, [names.refresh]: cookies.refresh })
}

function signedInRows(person: Person, now: Date, secure: boolean) {
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
    ...person,
  }
  const session = {
    id: sessionId,
    userId,
    accessDigest: digestOf(accessSecret),
    accessExpiresAt: new Date(now.getTime() + sessionLifetimes.accessMs),
    refreshDigest: digestOf(refreshSecret),
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
