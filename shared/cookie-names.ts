const names = {
  access: 'site-access',
  refresh: 'site-refresh',
  /** Other people's wrong passwords do not lock out a known browser. */
  device: 'site-device',
  /** Identifies the browser that signed up. */
  pending: 'site-pending',
  /** A sign-in that lacks the second factor, or another step that a browser has begun. */
  challenge: 'site-challenge',
  /** Shows an administrator the pages of a company that is not published. */
  preview: 'site-preview',
} as const

/** `__Host-` guarantees that no other host and no plain connection has set the cookie. */
export function cookieNames(secure: boolean): Readonly<Record<keyof typeof names, string>> {
  if (!secure) return names
  return {
    access: `__Host-${names.access}`,
    refresh: `__Host-${names.refresh}`,
    device: `__Host-${names.device}`,
    pending: `__Host-${names.pending}`,
    challenge: `__Host-${names.challenge}`,
    preview: `__Host-${names.preview}`,
  }
}
