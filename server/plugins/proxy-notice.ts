import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { once } from '#server/logging/once.ts'

/** Warns once of a proxy that TRUST_PROXY does not name: all visitors behind it would share their limits. */
export const proxyNotice = plugin(
  async (app: FastifyInstance) => {
    const warn = once((log: FastifyBaseLogger) =>
      log.warn('requests come through a proxy that TRUST_PROXY does not name: limits take it for one visitor'),
    )
    app.addHook('onRequest', (request, _reply, done) => {
      const untrusted = request.headers['x-forwarded-for'] !== undefined && request.ip === request.socket.remoteAddress
      if (untrusted) warn(request.log)
      done()
    })
  },
  { name: 'proxy-notice' },
)
