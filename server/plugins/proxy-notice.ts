import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { once } from '#server/logging/once.ts'

/**
 * Tells the log, once, when requests come through a proxy that TRUST_PROXY does not name. To the limits, all visitors
 * behind it are then one, and a busy hour turns customers away.
 */
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
