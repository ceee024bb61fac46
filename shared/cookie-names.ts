const names = {
  /** The access token, valid for an hour. */
  access: 'site-access',
  /** The refresh token, valid as long as a session may last. */
  refresh: 'site-refresh',
  /** Marks a browser that has signed in before, which other people's wrong passwords do not lock out. */
  device: 'site-device',
  /** Set at sign-up, so that the link in the e-mail recognizes the browser. */
  pending: 'site-pending',
} as const

/**
 * Over https the names have the prefix `__Host-`: browsers then guarantee that no other host and no plain connection has
 * set the cookie.
 */
export function cookieNames(secure: boolean): Readonly<Record<keyof typeof names, string>> {
  if (!secure) return names
  return {
    access: `__Host-${names.access}`,
    refresh: `__Host-${names.refresh}`,
    device: `__Host-${names.device}`,
    pending: `__Host-${names.pending}`,
  }
}
