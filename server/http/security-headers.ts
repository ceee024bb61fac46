const oneYearSeconds = 365 * 24 * 60 * 60

/**
 * The headers that go with every answer, whoever writes it: routes, the framework's own refusals and the answers to
 * what is not even HTTP. They are a table, not a middleware, because the last two know no middleware.
 *
 * @param appOrigin the public address; https adds what only makes sense there
 */
export function securityHeaders(appOrigin: string): Readonly<Record<string, string>> {
  const secure = appOrigin.startsWith('https:')
  return {
    'content-security-policy': contentSecurityPolicy(secure),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    // For browsers that do not know frame-ancestors.
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': `max-age=${oneYearSeconds}; includeSubDomains` } : {}),
  }
}

/**
 * The headers of one page that differ from those of every answer: its policy also allows the style elements that the
 * build has put into it, each by the digest of its text and no other.
 *
 * @param styleDigests base64 of the SHA-256 of each style element's text
 */
export function pageSecurityHeaders(
  appOrigin: string,
  styleDigests: readonly string[],
): Readonly<Record<'content-security-policy', string>> {
  return { 'content-security-policy': contentSecurityPolicy(appOrigin.startsWith('https:'), styleDigests) }
}

function contentSecurityPolicy(secure: boolean, styleDigests: readonly string[] = []): string {
  const directives = [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleDigests.map((digest) => `'sha256-${digest}'`)].join(' '),
    // Mantine sets sizes and colours as style attributes of single elements.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "object-src 'none'",
  ]
  return [...directives, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ')
}
