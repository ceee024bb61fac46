import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Telemetry } from '#server/telemetry/load-telemetry.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { CallListener } from '#server/trpc/context.ts'

type TelemetryOptions = { telemetry: Telemetry; config: Pick<Config, 'metricsPort' | 'metricsHost'> }

export const telemetryHooks = plugin(
  async (app: FastifyInstance, { telemetry: { metrics, metricsServer }, config }: TelemetryOptions) => {
    if (metrics) measureRequests(app, metrics)
    app.addHook('onReady', async () => {
      if (config.metricsPort !== undefined) await metricsServer?.listen(config.metricsPort, config.metricsHost)
    })
    app.addHook('onClose', async () => metricsServer?.close())
  },
  { name: 'telemetry' },
)

/** Counts procedures and refused sign-ins. */
export function callListener(metrics: Metrics): CallListener {
  return ({ path, ms, error }) => {
    metrics.procedureEnded(path, ms, error?.code ?? 'OK')
    const reason = error?.cause instanceof AppError ? error.cause.reason : undefined
    if (path === 'auth.signIn' && reason !== undefined) metrics.signInFailed(reason)
  }
}

/** URLs contain what visitors typed. */
function getRoute(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url
}

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as its page is open.
    if (!isEventStream(reply)) metrics.requestEnded(getRoute(request), reply.statusCode, reply.elapsedTime)
    done()
  })
}

function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === 'text/event-stream'
}
