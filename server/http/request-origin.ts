import type { IncomingHttpHeaders } from 'node:http'

/** Why a request is not taken for one of a page of this site. */
export type OriginProblem =
  /** A browser says that another site's page sent it. */
  | 'cross-site'
  /** It names a page that is not of this site. */
  | 'other-origin'
  /** It brings cookies, and no browser that keeps cookies leaves out where a request comes from. */
  | 'unnamed'

const ownSites = ['same-origin', 'none']

/**
 * Whether a request that changes something comes from a page of this site, by what browsers add to every request and no
 * script can change. Programs that are no browser send neither header; without cookies they have nothing to lose.
 *
 * The Origin header is compared as a text and never parsed. Node joins a header that comes twice with a comma, which
 * equals nothing.
 *
 * @param allowedOrigins this site's addresses, as browsers write them
 * @returns undefined where it may go on
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

/** Whether a refused request was most likely sent by a page of this site that was opened by another address. */
export function isLikelyOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined && (site === 'same-origin' || origin.replace(/^https?:\/\//, '') === host)
}
