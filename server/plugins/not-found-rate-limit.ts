import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { errorResponse, sendError } from '#server/http/error-responses.ts'
import { clientIp } from '#server/rate-limits/client-ip.ts'
import { TokenBucket } from '#server/rate-limits/token-bucket.ts'

/** So many a minute no browser makes that shows this site, and no monitor that looks whether it is up. */
const strayPerMinute = 300

/**
 * Limits what leads nowhere, per network address: requests for what is not here, and HEAD requests. Pages and procedures
 * that are here stay open meanwhile, since others may share the address.
 */
export const notFoundRateLimit = plugin(
  async (app: FastifyInstance) => {
    const allowance = new TokenBucket({ perMinute: strayPerMinute })

    app.addHook('onRequest', (request, reply, done) => {
      const taken = request.method === 'HEAD' ? allowance.take(clientIp(request)) : undefined
      if (!taken?.refused) return done()
      sendError(request, reply.header('retry-after', taken.retryAfterSeconds), 429)
    })
    app.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode !== 404 || request.method === 'HEAD') return payload
      const taken = allowance.take(clientIp(request))
      if (!taken.refused) return payload
      reply
        .header('retry-after', taken.retryAfterSeconds)
        .removeHeader('content-encoding')
        .removeHeader('content-length')
      return errorResponse(request, reply, 429)
    })
  },
  { name: 'stray-requests' },
)
