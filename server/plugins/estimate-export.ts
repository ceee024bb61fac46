import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import type { ActiveSession } from '#server/auth/sessions.ts'
import { DatabaseUnavailable } from '#server/database/database.ts'
import type { Actor } from '#server/domain/estimates/estimate-events.ts'
import { exportEstimates } from '#server/domain/estimates/export-estimates.ts'
import { redeemExportTicket } from '#server/domain/estimates/export-ticket.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import type { Services } from '#server/trpc/context.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { type EstimateExportFilter, estimateExportPath } from '#shared/estimates/estimate-export.ts'
import { isAllowed } from '#shared/permissions.ts'

type ExportServices = Pick<Services, 'config' | 'database' | 'clock' | 'serverKey'>

/**
 * Streams a filtered list as a CSV file, for a ticket of `estimates.createExport`. It is a route of its own because tRPC
 * cannot stream a file: memory and time to the first byte stay the same for any number of estimates.
 */
export const estimateExport = plugin(
  async (app: FastifyInstance, services: ExportServices) => {
    const { config, clock } = services
    app.get(estimateExportPath, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // An export adds events to timelines, which a page of another site must not cause.
      if (originProblem(request.headers, config.allowedOrigins))
        throw new HttpError(403, 'This request does not come from a page of this site.')
      const csv = await startExport(request, services).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'an export could not start')
        throw new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'), { 'retry-after': '2' })
      })
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="estimates-${newYorkDay(clock.now())}.csv"`,
      })
      return reply.send(Readable.from(csv))
    })
  },
  { name: 'estimate-export' },
)

/** @throws {HttpError} 401 or 403 */
async function adminSession(request: FastifyRequest): Promise<ActiveSession> {
  const session = await request.client.session()
  if (!session) throw new HttpError(401, sentenceFor('UNAUTHORIZED'))
  // The role may have been taken away since the ticket was made.
  if (!isAllowed(session.user.role, 'manageInstallation'))
    throw new HttpError(403, 'Only administrators may export requests.')
  return session
}

/**
 * Redeems the ticket and reads the first batch, so that what fails by then is an error response. Later failures can only
 * cut the connection.
 *
 * @throws {HttpError}
 * @throws {DatabaseUnavailable}
 */
async function startExport(request: FastifyRequest, services: ExportServices): Promise<AsyncGenerator<string>> {
  const session = await adminSession(request)
  const { ticket } = request.query as Record<string, unknown>
  const filter = await redeemExportTicket({ ...services, session }, ticket)
  if (!filter) throw new HttpError(400, 'This export link is no longer valid. Please press Export CSV again.')
  const parts = logged(request, session.user, services, filter)
  const first = [await parts.next(), await parts.next()].flatMap(({ value }) => value ?? [])
  return joined(first, parts)
}

async function* joined(first: readonly string[], rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** Logs who exported how many estimates, also when the download ended early. The words of a search stay out. */
async function* logged(
  request: FastifyRequest,
  user: Actor,
  services: ExportServices,
  filter: EstimateExportFilter,
): AsyncGenerator<string, void> {
  const { q, ...others } = filter
  let rows = 0
  let complete = false
  try {
    for await (const part of exportEstimates({ ...services, user }, filter)) {
      rows += part.rows
      yield part.csv
    }
    complete = true
  } finally {
    const summary = { userId: user.id, rows, complete, filter: { ...others, searched: q !== undefined } }
    request.log.info(summary, 'requests were exported')
  }
}
