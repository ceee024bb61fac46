import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Metrics } from '#server/telemetry/metrics.ts'
import type { Telemetry } from '#server/telemetry/open-telemetry.ts'
import type { RequestTrace, Tracing } from '#server/telemetry/tracing.ts'
import type { CallListener } from '#server/trpc/context.ts'
import { within } from '#server/within.ts'

/** Of what is left at the end. A collector that is away must not make each stop slow. */
const maxExportMs = 1_500

type TelemetryOptions = { telemetry: Telemetry; config: Pick<Config, 'metricsPort' | 'metricsHost'> }

/** Closes after the other plugins, whose last spans it exports. */
export const telemetryHooks = plugin(
  async (app: FastifyInstance, { telemetry: { metrics, metricsServer, tracing }, config }: TelemetryOptions) => {
    if (tracing) traceRequests(app, tracing)
    if (metrics) measureRequests(app, metrics)
    app.addHook('onReady', async () => {
      if (config.metricsPort !== undefined) await metricsServer?.listen(config.metricsPort, config.metricsHost)
    })
    app.addHook('onClose', async () => {
      await metricsServer?.close()
      if (tracing) await within(Math.min(maxExportMs, app.closing.msLeft('tracesExported')), tracing.close())
    })
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
function routeOf(request: FastifyRequest): string | undefined {
  return request.is404 ? undefined : request.routeOptions.url
}

function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // A stream lasts as long as its page is open.
    if (!isEventStream(reply)) metrics.requestEnded(routeOf(request), reply.statusCode, reply.elapsedTime)
    done()
  })
}

function isEventStream(reply: FastifyReply): boolean {
  return reply.getHeader('content-type') === 'text/event-stream'
}

/** Load balancers ask these all the time. */
const untraced: readonly (string | undefined)[] = ['/healthz', '/readyz']

function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const traces = new WeakMap<FastifyRequest, RequestTrace>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (untraced.includes(request.routeOptions.url)) return done()
    const started = tracing.startRequest(request.method, request.headers)
    traces.set(request, started)
    started.run(done)
  })
  // A body arrives outside of the context in which its request began.
  app.addHook('preValidation', (request, _reply, done) => {
    const started = traces.get(request)
    if (started) started.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    traces.get(request)?.end({ status: reply.statusCode, route: routeOf(request), procedures: request.calls })
    done()
  })
}
