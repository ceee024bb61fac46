import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'

/**
 * Tells the log, once, when requests come through a proxy that TRUST_PROXY does not name. To the limits, all visitors
 * behind it are then one, and a busy hour turns customers away.
 */
export const proxyNotice = plugin(
  async (app: FastifyInstance) => {
    let told = false
    app.addHook('onRequest', (request, _reply, done) => {
      const untrusted = request.headers['x-forwarded-for'] !== undefined && request.ip === request.socket.remoteAddress
      if (untrusted && !told) {
        told = true
        request.log.warn('requests come through a proxy that TRUST_PROXY does not name: limits take it for one visitor')
      }
      done()
    })
  },
  { name: 'proxy-notice' },
)
