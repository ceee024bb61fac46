const anyOrigin = 'https://this.invalid'

/** Browsers drop tabs and line breaks, and read a backslash as a slash. */
const misread = /[\\\s\p{Cc}]/u
/** The same and the slash, encoded, since a proxy may decode a path. */
const misreadOnceDecoded = /%(?:[01][\da-f]|2f|5c|7f)/i

/** Returns a path of this site, with search and hash, for untrusted input; `/` for anything that could lead elsewhere. */
export function safePath(given: unknown): string {
  if (typeof given !== 'string' || !given.startsWith('/')) return '/'
  const [path = ''] = given.split(/[?#]/, 1)
  if (misread.test(given) || misreadOnceDecoded.test(path) || given.startsWith('//')) return '/'
  const { origin, pathname, search, hash } = new URL(given, anyOrigin)
  // `/.//elsewhere` has our origin, but its normalized path leads elsewhere.
  if (origin !== anyOrigin || pathname.startsWith('//')) return '/'
  return pathname + search + hash
}
