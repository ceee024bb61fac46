const anyOrigin = 'http://this.site'

/**
 * Where to go on to after signing in, read from an address that anybody may have made: a path of this site, with its
 * search part. Whatever leads elsewhere, or back to signing in, counts as nothing.
 */
export function readNextPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  let url: URL
  try {
    url = new URL(value, anyOrigin)
  } catch {
    return undefined
  }
  // `/..//elsewhere` is of this site, and yet its path alone means another one.
  if (url.origin !== anyOrigin || url.pathname.startsWith('//')) return undefined
  if (/^\/auth(?:\/|$)/i.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}
