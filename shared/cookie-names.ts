/** The cookies of this site, without what https adds to their names. */
const names = {
  /** Opens the staff's procedures; good for an hour. */
  access: 'site-access',
  /** Gets the next pair of tokens; there as long as a session may be. */
  refresh: 'site-refresh',
  /** Says that somebody has signed in here before, so that strangers' wrong passwords do not lock them out. */
  device: 'site-device',
  /** Made by the page that signs up, for the link in the mail to know the browser again. */
  pending: 'site-pending',
} as const

/**
 * The cookies' names. Over https they have the prefix with which browsers vouch that no other host and no plain
 * connection has set them.
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
