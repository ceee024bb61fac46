import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { tooManyCalls } from '#server/accounts/limits/attempts.ts'
import { rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { Config } from '#server/config.ts'
import { HttpError } from '#server/http/http-error.ts'
import { isLikelyOwnPage, originProblem } from '#server/http/request-origin.ts'
import { once } from '#server/logging/once.ts'
import type { CallCounter, Services } from '#server/trpc/context.ts'
import { type CallRequest, handleTrpcRequest, maxBatchSize } from '#server/trpc/fastify-adapter.ts'
import { appRouter } from '#server/trpc/router.ts'
import { minuteMs } from '#shared/durations.ts'
import { isAllowed } from '#shared/permissions.ts'

// The types hide the paths.
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, { _def: { type: string } }>>
const maxProcedureLength = Math.max(...Object.keys(procedures).map((path) => path.length))

const isSubscription = (path: string | undefined) => procedures[path ?? '']?._def.type === 'subscription'

/** In characters. One call too many still gets a message. */
export const maxCallListLength = (maxBatchSize + 1) * (maxProcedureLength + 1)

const limits = {
  /** An IP address without a session has this limit. */
  anonymous: { max: 600, timeWindow: minuteMs },
  /** Per account. The window is short, since all calls of a window may come at once. */
  user: { max: 30, timeWindow: 10_000 },
  /** Per account. The pages of many devices read again with each change. */
  staff: { max: 3_000, timeWindow: minuteMs },
}

const callList = /^[\w.]+(?:,[\w.]+)*$/
const jsonType = /^application\/json(?: ?; ?charset="?utf-8"?)?$/i

/** The longest company that its schema takes, in letters of three bytes. The rest is small. */
const maxCompanyBytes = 512 * 1024

/** They answer once the pages are rendered, which takes minutes with many new photographs. */
const rendering: ReadonlySet<string> = new Set(['company.publish', 'company.back', 'company.preview'])
/** It is above the time after which the renderer is ended. */
const renderingMs = 4 * minuteMs

const refusalDelayMs = 500

/** Beyond it, they are forgotten, and counted again. */
const maxRefused = 1_000

type ApiOptions = { prefix: string; services: Services }

/** Without fastify-plugin, the hooks and parsers apply to its own routes only. */
export const api: FastifyPluginAsync<ApiOptions> = async (app, { services }) => {
  readJsonOnly(app)
  const findCrossSiteProblem = crossSiteCheck(services.config)
  const { countCall, getRefusal } = callLimits(app)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    const problem = findProblem(request) ?? findCrossSiteProblem(request)
    const refusal = getRefusal(request)
    // Until then nothing is sent, and the server would close the connection.
    if (rendering.has(request.calls ?? '')) reply.raw.setTimeout(renderingMs, () => request.raw.destroy())
    // A sender that waits for each refusal sends fewer requests.
    if (!problem && refusal) setTimeout(done, refusalDelayMs, refusal)
    else done(problem)
  })
  const handler = (request: CallRequest, reply: FastifyReply) => handleTrpcRequest(request, reply, services, countCall)
  app.route({ method: ['GET', 'POST'], url: '/:path', handler })
  app.route({ method: 'POST', url: '/:path(^company\\.save$)', bodyLimit: maxCompanyBytes, handler })
}

type CallLimits = {
  readonly countCall: CallCounter
  /** Refuses a request as a whole, before its session is read, if its sender was beyond the limit before. */
  getRefusal(request: FastifyRequest): HttpError | undefined
}

function callLimits(app: FastifyInstance): CallLimits {
  /** It holds the senders beyond their limit, and until when they are refused. */
  const refused = new Map<string, { readonly message: string; readonly endsAt: number }>()
  const getSender = ({ client: { cookies, ip } }: FastifyRequest) => cookies.access ?? rateLimitKey(ip)
  // Without the database, everyone counts as anonymous.
  const readUser = async ({ client }: FastifyRequest) => (await client.session().catch(() => undefined))?.user
  const getLimit = async (request: FastifyRequest) =>
    isAllowed((await readUser(request))?.role ?? '', 'workEstimates') ? limits.staff : limits.user
  const countAnonymous = app.createRateLimit(limits.anonymous)
  const countOfAccount = app.createRateLimit({
    max: async (request) => (await getLimit(request)).max,
    timeWindow: async (request) => (await getLimit(request)).timeWindow,
    keyGenerator: async (request) => (await readUser(request))?.id ?? '',
  })
  return {
    async countCall(request) {
      const source = (await readUser(request)) ? 'account' : 'connection'
      const limit = await (source === 'account' ? countOfAccount : countAnonymous)(request)
      if (limit.isAllowed || !limit.isExceeded) return
      const error = tooManyCalls(source, limit.ttlInSeconds)
      if (refused.size >= maxRefused) refused.clear()
      // Anyone can send other cookies that have no session.
      if (source === 'account' || !request.client.cookies.access)
        refused.set(getSender(request), { message: error.message, endsAt: performance.now() + limit.ttl })
      throw error
    },
    getRefusal(request) {
      const { message = '', endsAt = 0 } = refused.get(getSender(request)) ?? {}
      const waitMs = endsAt - performance.now()
      if (waitMs <= 0) return undefined
      return new HttpError(429, message, { 'retry-after': String(Math.ceil(Math.round(waitMs) / 1000)) })
    },
  }
}

/** Fastify itself would replace invalid UTF-8. */
function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    try {
      done(null, new TextDecoder('utf-8', { fatal: true }).decode(body))
    } catch {
      done(new HttpError(400, 'The request is not valid UTF-8.'))
    }
  })
}

function findProblem(request: FastifyRequest): HttpError | undefined {
  const { path = '' } = request.params as { path?: string }
  if (!callList.test(path)) return new HttpError(404, 'There is no such procedure.')
  request.calls = path
  if (request.method === 'POST' && !jsonType.test(request.headers['content-type'] ?? ''))
    return new HttpError(415, 'Requests must be application/json.')
  if (request.method === 'POST' && isSubscription(path))
    return new HttpError(405, 'This URL does not support that method.', { allow: 'GET' })
  return undefined
}

function crossSiteCheck({ allowedOrigins, appOrigin }: Config): (request: FastifyRequest) => HttpError | undefined {
  const warn = once((log: FastifyBaseLogger) =>
    log.warn(
      { appOrigin },
      'a request was refused because its page was opened at another address than APP_ORIGIN: set APP_ORIGIN to the address that visitors open',
    ),
  )
  return ({ method, headers, log, calls }) => {
    const isStream = isSubscription(calls)
    const problem = method === 'POST' || isStream ? originProblem(headers, allowedOrigins) : undefined
    // Over plain http, browsers send neither header with a GET.
    if (!problem || (isStream && problem === 'unnamed')) return undefined
    if (problem === 'other-origin' && isLikelyOwnPage(headers)) warn(log)
    return new HttpError(403, 'This request does not come from a page of this site.')
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    calls: string | undefined
  }
}
