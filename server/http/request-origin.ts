import type { IncomingHttpHeaders } from 'node:http'

export type OriginProblem = 'cross-site' | 'other-origin' | 'unnamed'

const ownSites = ['same-origin', 'none']

/**
 * Scripts cannot set these headers. Programs other than browsers send neither; without cookies there is nothing to
 * forge.
 */
export function originProblem(
  headers: IncomingHttpHeaders,
  allowedOrigins: readonly string[],
): OriginProblem | undefined {
  const { origin, cookie, 'sec-fetch-site': site } = headers
  if (site !== undefined && !(typeof site === 'string' && ownSites.includes(site))) return 'cross-site'
  if (origin !== undefined && !allowedOrigins.includes(origin)) return 'other-origin'
  return cookie !== undefined && site === undefined && origin === undefined ? 'unnamed' : undefined
}

/** Such a page was opened at another address than APP_ORIGIN. */
export function isLikelyOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined && (site === 'same-origin' || origin.replace(/^https?:\/\//, '') === host)
}
