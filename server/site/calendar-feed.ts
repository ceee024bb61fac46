import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { toDigest } from '#server/accounts/secrets/secrets.ts'
import { findFeedOwner } from '#server/calendar-feed/own-feed.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { calendarFeedPath } from '#shared/calendar-feed.ts'
import { minuteMs } from '#shared/durations.ts'
import { countWrongLink } from './wrong-links.ts'

/** Calendar services read for many people from one address. */
const maxPerMinute = 120

type FeedOptions = {
  readonly config: Pick<Config, 'appOrigin'>
  readonly database: Database
  readonly serverKey: Buffer
  readonly secretsKey: Buffer | undefined
  readonly clock: Clock
}
type FeedRequest = FastifyRequest<{ Params: { '*': string } }>

/** The calendars of staff members. Whoever has an address reads its calendar, and nothing else. */
export const calendarFeed = plugin(
  async (app: FastifyInstance, options: FeedOptions) => {
    const count = app.createRateLimit({ max: maxPerMinute, timeWindow: minuteMs })
    // All that stands behind the slash is a secret, so that whatever is wrong with it gets the same response.
    app.get(`${calendarFeedPath}/*`, async (request: FeedRequest, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded)
        throw new HttpError(429, sentenceFor('TOO_MANY_REQUESTS'), { 'retry-after': String(limit.ttlInSeconds) })
      try {
        return await send(request, reply, options)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'a calendar could not be read')
        throw new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'), { 'retry-after': '60' })
      }
    })
  },
  { name: 'calendar-feed', dependencies: ['@fastify/rate-limit'] },
)

async function send(request: FeedRequest, reply: FastifyReply, options: FeedOptions): Promise<FastifyReply> {
  const { config, database, secretsKey, clock } = options
  const [, token = ''] = /^([\w-]{48})\.ics$/.exec(request.params['*']) ?? []
  const owner = secretsKey && (await findFeedOwner(database, secretsKey, token))
  if (!owner) {
    const { status, headers } = await countWrongLink(options, request)
    throw new HttpError(status, sentenceFor(status === 404 ? 'NOT_FOUND' : 'TOO_MANY_REQUESTS'), headers)
  }
  // The library takes its time to load, and most starts need none.
  const { readFeed } = await import('#server/calendar-feed/read-feed.ts')
  const text = await readFeed(database, { userId: owner.id, now: clock.now(), config })
  const etag = `"${toDigest(text)}"`
  reply.headers({ 'cache-control': 'private, no-cache', etag })
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send()
  return reply.type('text/calendar; charset=utf-8').send(text)
}
