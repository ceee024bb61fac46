import type { IncomingHttpHeaders } from 'node:http'

export type OriginProblem =
  /** By Sec-Fetch-Site, another site's page sent it. */
  | 'cross-site'
  /** The Origin header names another site. */
  | 'other-origin'
  /** It has cookies but neither header; browsers send one. */
  | 'unnamed'

const ownSites = ['same-origin', 'none']

/**
 * Checks by headers that no script can set whether a page of this site sent a request. Programs other than browsers send
 * neither header; without cookies there is nothing to forge.
 *
 * @param allowedOrigins as browsers write them, since the header is compared as text
 * @returns undefined for a request of this site
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

/** Whether a page of this site, opened at another address than APP_ORIGIN, most likely sent a refused request. */
export function isLikelyOwnPage({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  return origin !== undefined && (site === 'same-origin' || origin.replace(/^https?:\/\//, '') === host)
}
