import plugin from 'fastify-plugin'
import { dayMs } from '#shared/durations.ts'

const oneYearSeconds = (365 * dayMs) / 1000

type Site = {
  readonly appOrigin: string
  readonly hstsIncludeSubdomains: boolean
}

/** Fastify's own errors and bare sockets run no hooks. */
export function securityHeaders({ appOrigin, hstsIncludeSubdomains }: Site): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    // Browsers without frame-ancestors need it.
    'x-frame-options': 'DENY',
    ...(appOrigin.startsWith('https:')
      ? { 'strict-transport-security': strictTransportSecurity(hstsIncludeSubdomains) }
      : {}),
  }
}

function strictTransportSecurity(includeSubdomains: boolean): string {
  return `max-age=${oneYearSeconds}${includeSubdomains ? '; includeSubDomains' : ''}`
}

export const securityHeadersPlugin = plugin<{ headers: Readonly<Record<string, string>> }>(
  async (app, { headers }) => {
    app.addHook('onRequest', (_request, reply, done) => {
      reply.headers(headers)
      done()
    })
  },
  { name: 'security-headers' },
)

export function pageSecurityHeaders(
  styleDigests: readonly string[],
): Readonly<Record<'content-security-policy', string>> {
  return { 'content-security-policy': contentSecurityPolicy(styleDigests) }
}

function contentSecurityPolicy(styleDigests: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styleDigests.map((digest) => `'sha256-${digest}'`)].join(' '),
    // Mantine sets sizes and colors as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "manifest-src 'self'",
    "object-src 'none'",
    // Without upgrade-insecure-requests: only our own origin is allowed, and a page by plain http could load nothing.
  ].join('; ')
}
