import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { clientIp, rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import { addMs, type Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { readRequestToken, requestLinkDays } from '#server/mail/messages/request-link.ts'
import { dayMs, minuteMs } from '#shared/durations.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { requestPage, requestPlaceholder } from '#shared/pages.ts'
import { readBuiltPages } from './built-pages.ts'
import { requestProgress } from './request-progress.ts'

/** People who share an IP address open fewer. */
const maxPerMinute = 120

type VisitorPageOptions = {
  readonly clientDir: string
  readonly appOrigin: string
  readonly database: Database
  readonly serverKey: Buffer
  readonly clock: Clock
}

/** The page that shows visitors their request. Whoever has its link has no other right. */
export const visitorPage = plugin(
  async (app: FastifyInstance, options: VisitorPageOptions) => {
    const { clientDir, appOrigin } = options
    const built = (await readBuiltPages(clientDir, [requestPage], appOrigin)).get(requestPage.file)
    // In development there may be no build.
    if (!built) return
    const [before, after] = built.plain.toString().split(requestPlaceholder)
    if (after === undefined) throw new Error(`${requestPage.file} has no place for its content.`)

    const send = (reply: FastifyReply, status: number, content: string) =>
      reply
        .code(status)
        .headers({ ...built.headers, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(before + content + after)

    const count = app.createRateLimit({ max: maxPerMinute, timeWindow: minuteMs })
    // All that stands behind the slash is a token, so that whatever is wrong with it gets the same response.
    app.get<{ Params: { '*': string } }>(`${requestPage.path}/*`, async (request, reply) => {
      // React takes its time to load, and most starts need it for emails alone.
      const { problemHtml, problems, requestHtml } = await import('./request-view.tsx')
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded)
        return send(reply.header('retry-after', limit.ttlInSeconds), 429, problemHtml(problems[429]))
      try {
        const shown = await readRequest(options, request.params['*'])
        if (shown) return send(reply, 200, requestHtml(shown))
        const { status, headers } = await countWrongLink(options, request)
        return send(reply.headers(headers), status, problemHtml(problems[status]))
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'a request could not be shown to its visitor')
        return send(reply.header('retry-after', '60'), 503, problemHtml(problems[503]))
      }
    })
  },
  { name: 'visitor-page', dependencies: ['@fastify/rate-limit'] },
)

const columns = {
  ...(Object.fromEntries(estimateFieldNames.map((name) => [name, true])) as Record<EstimateField, true>),
  reference: true,
  createdAt: true,
  dueAt: true,
  quarantinedAt: true,
  status: true,
  outcome: true,
  firstContactAt: true,
  proposalPromisedOn: true,
  proposalDueOn: true,
  proposalSentAt: true,
} as const

/** Reads the database once, whatever the token is, so that the time of a refusal tells nothing. */
async function readRequest({ database, serverKey, clock }: VisitorPageOptions, token: string) {
  const now = clock.now()
  const found = await database.read.projectEstimate.findFirst({
    where: {
      id: readRequestToken(serverKey, token),
      createdAt: { gt: addMs(now, -requestLinkDays * dayMs) },
      erasedAt: null,
    },
    select: { ...columns, assignee: { select: { name: true } } },
  })
  return (
    found && {
      reference: found.reference,
      answers: found,
      progress: requestProgress({ ...found, proposalCents: null }, now),
      assignee: found.assignee?.name ?? null,
      endsAt: addMs(found.createdAt, requestLinkDays * dayMs),
    }
  )
}

/** Those who share the IP address of a guesser still open their own links. */
async function countWrongLink({ database, serverKey, clock }: VisitorPageOptions, request: FastifyRequest) {
  const counted = [{ limit: 'request-link-ip', subject: rateLimitKey(clientIp(request)) }] as const
  const result = await consumeAttempts(database, serverKey, counted, clock.now())
  if (!result.refused) return { status: 404, headers: {} } as const
  return { status: 429, headers: { 'retry-after': String(result.retryAfterSeconds) } } as const
}
