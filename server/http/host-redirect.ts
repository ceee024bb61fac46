import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Config } from '#server/config.ts'
import { wantsPage } from './error-responses.ts'

const loopback = ['localhost', '127.0.0.1', '[::1]']
const proxyHeaders = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'],
] as const
const healthPaths = ['/healthz', '/readyz']

type Origins = Pick<Config, 'appOrigin' | 'allowedOrigins'>

/**
 * Leads visitors who opened a page under another name of this site to APP_ORIGIN, since only its pages may send forms.
 * Other hosts are served: they may be what a proxy calls this program, and a redirect would come back to it forever.
 */
export const hostRedirect = plugin(
  async (app: FastifyInstance, origins: Origins) => {
    const aliases = getAliases(origins)
    app.addHook('onRequest', (request, reply, done) => {
      const host = getOpenedHost(request)
      const isRead = request.method === 'GET' || request.method === 'HEAD'
      const isPage = isRead && wantsPage(request) && !healthPaths.includes(request.routeOptions.url ?? '')
      if (!isPage || !aliases.includes(host?.toLowerCase() ?? '')) return done()
      // By default, browsers keep this redirect for good, also after a change of APP_ORIGIN.
      reply.header('cache-control', 'no-store').redirect(`${origins.appOrigin}${request.raw.url}`, 308)
    })
  },
  { name: 'host-redirect' },
)

/** Hosts with the port of APP_ORIGIN: another port would be a mapped one, where APP_ORIGIN may not be reachable. */
function getAliases({ appOrigin, allowedOrigins }: Origins): string[] {
  const { protocol, hostname, host } = new URL(appOrigin)
  const bare = hostname.replace(/^www\./, '')
  const names = loopback.includes(hostname) ? loopback : [bare, `www.${bare}`]
  return names
    .map((name) => name + host.slice(hostname.length))
    .filter((alias) => !allowedOrigins.includes(`${protocol}//${alias}`))
}

/** Undefined if a proxy does not say under which host it was asked. What it asks for itself may be a fixed name. */
function getOpenedHost({ headers, host }: FastifyRequest): string | undefined {
  const isProxied = proxyHeaders.some((name) => headers[name] !== undefined)
  // Fastify ignores this header of proxies that are not trusted.
  return isProxied && headers['x-forwarded-host'] !== host ? undefined : host
}
