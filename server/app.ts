import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastifyRateLimit from '@fastify/rate-limit'
import type { FastifyServerOptions } from 'fastify'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { clientIp, rateLimitKey, trustedProxies } from '#server/accounts/limits/client-ip.ts'
import { WindowStore } from '#server/accounts/limits/window-store.ts'
import type { PasswordHasher } from '#server/accounts/passwords/password-hasher.ts'
import { gracefulClose } from '#server/http/graceful-close.ts'
import { health } from '#server/http/health.ts'
import { hostRedirect } from '#server/http/host-redirect.ts'
import { notFoundRateLimit } from '#server/http/not-found-rate-limit.ts'
import { plainHttpNotice } from '#server/http/plain-http-notice.ts'
import { proxyNotice } from '#server/http/proxy-notice.ts'
import { requestValidation } from '#server/http/request-validation.ts'
import { malformedRequestHandler } from '#server/http/socket-response.ts'
import { createRetentionReader } from '#server/privacy/retention-text.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { createPhotoReader } from './estimates/photos/read-photo.ts'
import { AccessLog } from './http/access-log.ts'
import { sendErrorResponse } from './http/error-responses.ts'
import { securityHeaders, securityHeadersPlugin } from './http/security-headers.ts'
import { erasing } from './jobs/erasing.ts'
import { nudging } from './jobs/nudging.ts'
import { sweeping } from './jobs/sweeping.ts'
import type { MailTransport } from './mail/messages/message.ts'
import { api, maxCallListLength } from './plugins/api.ts'
import { client } from './plugins/client.ts'
import { company } from './plugins/company.ts'
import { estimateExport } from './plugins/estimate-export.ts'
import { estimateWriter } from './plugins/estimate-writer.ts'
import { live } from './plugins/live.ts'
import { outbox } from './plugins/outbox.ts'
import { personExport } from './plugins/person-export.ts'
import { postmarkWebhook } from './plugins/postmark-webhook.ts'
import { pushes } from './plugins/pushes.ts'
import { callListener, telemetryHooks } from './plugins/telemetry.ts'
import { calendarFeed } from './site/calendar-feed.ts'
import { changePassword } from './site/change-password.ts'
import { photoRoutes } from './site/photo-routes.ts'
import { createPhotoUploads } from './site/photo-uploads.ts'
import { searchEngines } from './site/search-engines.ts'
import { securityTxt } from './site/security-txt.ts'
import { site } from './site/site.ts'
import { visitorPage } from './site/visitor-page.ts'
import { loadTelemetry } from './telemetry/load-telemetry.ts'

function refuse(): never {
  throw new Error('Routes have no schemas, because zod validates what clients send.')
}

/** Fastify would load the compilers of schemas at each start, and the build would contain them. */
const noSchemas = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
} satisfies FastifyServerOptions['schemaController']

/** A full estimate is about a tenth of this. */
const maxBodyBytes = 64 * 1024
const maxHeaderBytes = 16 * 1024

export const standardTimeouts = {
  /** It limits the time from the first byte or the connection to the end of the headers. */
  headersMs: 10_000,
  /** It limits the time from the first byte to the end of the body. */
  requestMs: 15_000,
  /** Photos arrive within this time. */
  photosMs: 300_000,
  checkMs: 1_000,
  /** It is above the 60 s of common load balancers, so that they close the connection. */
  keepAliveMs: 72_000,
  /** It limits how long the client may read nothing. */
  stalledMs: 30_000,
  /**
   * After this long without an arrival, closing ends idle connections. A busy process may read nothing for half a
   * second.
   */
  quietMs: 500,
}

export type AppDependencies = {
  readonly database: Database
  readonly serverKey: Buffer
  /** Undefined if it is missing. */
  readonly secretsKey: Buffer | undefined
  readonly hasher: PasswordHasher
  readonly clock: Clock
  readonly logger: Logger
  readonly transport: MailTransport
  readonly clientDir: string
  readonly timeouts?: typeof standardTimeouts
}

/** Fastify with its limits, and with our responses to what no route sees. */
function createFastify(
  config: Config,
  loggerInstance: FastifyBaseLogger,
  headers: ReturnType<typeof securityHeaders>,
  timeouts: typeof standardTimeouts,
): FastifyInstance {
  const accessLog = new AccessLog()
  return fastify({
    loggerInstance,
    logController: accessLog,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? trustedProxies(config.trustedProxies) : false,
    bodyLimit: maxBodyBytes,
    schemaController: noSchemas,
    routerOptions: { maxParamLength: maxCallListLength },
    connectionTimeout: timeouts.stalledMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    requestTimeout: timeouts.requestMs,
    http: {
      connectionsCheckingInterval: timeouts.checkMs,
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      maxHeaderSize: maxHeaderBytes,
      // Request validation responds with our headers.
      requireHostHeader: false,
    },
    // Requests during closing still get a response.
    return503OnClosing: false,
    clientErrorHandler: malformedRequestHandler(headers, timeouts.photosMs - timeouts.requestMs),
    // Undecodable URLs match no route, so no hooks run.
    frameworkErrors(error, request, reply) {
      reply.raw.once('finish', () => accessLog.requestCompleted(null, request, reply))
      sendErrorResponse(error, request, reply.headers(headers))
    },
  })
}

/** Closing finishes requests in less than five seconds; the dependencies stay open. */
export async function buildApp(config: Config, dependencies: AppDependencies): Promise<FastifyInstance> {
  const { serverKey, secretsKey, hasher, clock, clientDir, timeouts = standardTimeouts } = dependencies
  const headers = securityHeaders(config)
  const app = createFastify(config, dependencies.logger, headers, timeouts)
  app.decorateRequest('calls', undefined)
  app.setErrorHandler(sendErrorResponse)
  const telemetry = await loadTelemetry(config, dependencies, {
    liveStreams: () => app.live.size,
    writerQueue: () => app.estimateWriter.queueLength,
  })
  const { database, transport, metrics } = telemetry

  await app.register(telemetryHooks, { telemetry, config })
  await app.register(securityHeadersPlugin, { headers })
  await app.register(searchEngines, { appOrigin: config.appOrigin })
  await app.register(changePassword)
  await app.register(company, { database, config, clientDir })
  await app.register(securityTxt, { appOrigin: config.appOrigin, clock })
  await app.register(client, { config, database, clock })
  await app.register(requestValidation, { headers })
  await app.register(hostRedirect, config)
  await app.register(fastifyRateLimit, {
    global: false,
    store: WindowStore,
    keyGenerator: (request) => rateLimitKey(clientIp(request)),
  })
  await app.register(notFoundRateLimit)
  await app.register(proxyNotice)
  await app.register(plainHttpNotice, { appOrigin: config.appOrigin })
  await app.register(live, { database, clock })
  await app.register(gracefulClose, { quietMs: timeouts.quietMs })
  // A copy of the settings would not follow the company's address.
  const mailSettings: Config & { readonly serverKey: Buffer } = Object.assign(Object.create(config), { serverKey })
  await app.register(outbox, { database, transport, config: mailSettings, clock })
  await app.register(pushes, { database, config, secretsKey, clock })
  await app.register(estimateWriter, { database, serverKey, clock, config })
  await app.register(nudging, { database, config, clock })
  await app.register(sweeping, { database, config, serverKey, clock })
  await app.register(erasing, { database, config, clock })
  await app.register(health, { database })
  await app.register(api, {
    prefix: '/api/trpc',
    services: {
      config,
      database,
      clock,
      serverKey,
      secretsKey,
      hasher,
      wakeOutbox: () => app.outbox.wake(),
      mailPausedUntil: () => app.outbox.pausedUntil(),
      wakeErasing: () => app.erasing.wake(),
      live: app.live,
      company: app.company,
      estimateWriter: app.estimateWriter,
      onCall: metrics && callListener(metrics),
    },
  })
  await app.register(estimateExport, { config, database, clock, serverKey })
  await app.register(personExport, { config, database, clock, serverKey })
  await app.register(postmarkWebhook, { config, database, clock })
  const reader = createPhotoReader()
  app.addHook('onClose', async () => reader.close())
  const uploads = createPhotoUploads({ database, serverKey, clock, reader })
  await app.register(photoRoutes, { config, database, clock, uploads })
  await app.register(visitorPage, {
    uploads,
    config,
    database,
    serverKey,
    clock,
    wakeOutbox: () => app.outbox.wake(),
  })
  await app.register(calendarFeed, { config, database, serverKey, secretsKey, clock })
  await app.register(site, {
    clientDir,
    earlierDir: join(config.dataDir, 'assets'),
    appOrigin: config.appOrigin,
    emailsToFiles: config.postmarkServerToken === undefined && config.smtp === undefined,
    readRetention: createRetentionReader({ database, clock, log: app.log }),
  })
  return app
}
