import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { once } from '#server/logging/once.ts'

/** Behind an unnamed proxy, all visitors share their limits. */
export const proxyNotice = plugin(
  async (app: FastifyInstance) => {
    const warn = once((log: FastifyBaseLogger) =>
      log.warn('requests come through a proxy that TRUST_PROXY does not name: limits take it for one visitor'),
    )
    app.addHook('onRequest', (request, _reply, done) => {
      // The first is the trusted proxy's own address.
      const hops = request.ips?.length ?? 1
      const untrusted = request.headers['x-forwarded-for'] !== undefined && hops === 1
      if (untrusted) warn(request.log)
      done()
    })
  },
  { name: 'proxy-notice' },
)
