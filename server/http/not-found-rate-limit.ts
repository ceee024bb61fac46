import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { minuteMs } from '#shared/durations.ts'
import { errorResponse, sendError } from './error-responses.ts'

/** Browsers and uptime monitors send fewer. */
const maxPerMinute = 300

/**
 * Counts HEAD requests and 404 responses, also of procedures and files. Other responses stay open, because visitors may
 * share the IP address.
 */
export const notFoundRateLimit = plugin(
  async (app: FastifyInstance) => {
    const count = app.createRateLimit({ max: maxPerMinute, timeWindow: minuteMs })

    app.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'HEAD') return undefined
      const limit = await count(request)
      if (limit.isAllowed || !limit.isExceeded) return undefined
      sendError(request, reply.header('retry-after', limit.ttlInSeconds), 429)
      return reply
    })
    app.addHook('onSend', async (request, reply, payload) => {
      if (reply.statusCode !== 404 || request.method === 'HEAD') return payload
      const limit = await count(request)
      if (limit.isAllowed || !limit.isExceeded) return payload
      reply.header('retry-after', limit.ttlInSeconds).removeHeader('content-encoding').removeHeader('content-length')
      return errorResponse(request, reply, 429)
    })
  },
  { name: 'not-found-rate-limit', dependencies: ['@fastify/rate-limit'] },
)
