import type { BrowserContext } from '@playwright/test'
import { cookieNames } from '#shared/cookie-names.ts'
import type { Role } from '#shared/permissions.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'

type Site = { readonly origin: string; readonly database: string }

/**
 * Signs a new user in, past the screens. Returns their email address.
 *
 * @param passwordHash of the password by which they can sign in again
 */
export async function signInAs(
  context: BrowserContext,
  { origin, database }: Site,
  role: Role,
  passwordHash: string | null = null,
): Promise<string> {
  const { email, access, refresh } = await insertSignedIn(database, { role, passwordHash })
  const names = cookieNames(false)
  const cookie = { url: origin, httpOnly: true, sameSite: 'Lax' } as const
  await context.addCookies([
    { ...cookie, name: names.access, value: access },
    { ...cookie, name: names.refresh, value: refresh },
  ])
  return email
}
