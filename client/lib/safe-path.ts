const anyOrigin = 'https://this.invalid'

/** Browsers drop tabs and line ends, and take a backslash for a slash. */
const misread = /[\\\s\p{Cc}]/u
/** The same, and the slash, as they stand in a path that somebody may decode on the way. */
const misreadOnceDecoded = /%(?:[01][\da-f]|2f|5c|7f)/i

/**
 * Where to go on to, read from an address that anybody may have made: a path of this site with its search part and
 * hash. Whatever could lead elsewhere becomes the home page.
 */
export function safePath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/')) return '/'
  const [path = ''] = given.split(/[?#]/, 1)
  if (misread.test(given) || misreadOnceDecoded.test(path) || given.startsWith('//')) return '/'
  const { origin, pathname, search, hash } = new URL(given, anyOrigin)
  // `/.//elsewhere` is of this site, and yet what is left of it is not.
  if (origin !== anyOrigin || pathname.startsWith('//')) return '/'
  return pathname + search + hash
}
