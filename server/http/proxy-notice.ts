import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { once } from '#server/logging/once.ts'

/** Behind an unnamed proxy, all visitors share their limits. */
export const proxyNotice = plugin(
  async (app: FastifyInstance) => {
    const warn = once((log: FastifyBaseLogger) =>
      log.warn('requests come through a proxy that TRUST_PROXY does not name: limits take it for one visitor'),
    )
    const checked = new WeakSet<Socket>()
    app.addHook('onRequest', (request, _reply, done) => {
      const { socket } = request.raw
      if (request.headers['x-forwarded-for'] !== undefined && !checked.has(socket)) {
        // Fastify works out the hops whenever they are read. The first is the proxy, the same for the whole connection.
        checked.add(socket)
        if ((request.ips?.length ?? 1) === 1) warn(request.log)
      }
      done()
    })
  },
  { name: 'proxy-notice' },
)
