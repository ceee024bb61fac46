import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { exportEstimates } from '#server/estimates/export/export-estimates.ts'
import { redeemExportTicket } from '#server/estimates/export/export-ticket.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import type { Services } from '#server/trpc/context.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { type EstimateExportFilter, type ExportFormat, estimateExportPath } from '#shared/estimates/estimate-export.ts'
import { adminSession } from './admin-session.ts'

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type ExportServices = Pick<Services, 'config' | 'database' | 'clock' | 'serverKey'>

/** tRPC cannot stream a file. Memory use does not depend on its size. */
export const estimateExport = plugin(
  async (app: FastifyInstance, services: ExportServices) => {
    const { config, clock } = services
    app.get(estimateExportPath, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // Other sites must not cause timeline events.
      if (originProblem(request.headers, config.allowedOrigins))
        throw new HttpError(403, 'This request does not come from a page of this site.')
      const { format, parts } = await startExport(request, services).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'an export could not start')
        throw new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'), { 'retry-after': '2' })
      })
      reply.headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="estimates-${newYorkDay(clock.now())}.${format}"`,
      })
      return reply.send(Readable.from(parts))
    })
  },
  { name: 'estimate-export' },
)

/** Early failures become error responses; later ones cut the connection. */
async function startExport(request: FastifyRequest, services: ExportServices) {
  const session = await adminSession(request, services)
  const { ticket } = request.query as Record<string, unknown>
  const filter = await redeemExportTicket({ ...services, session }, ticket)
  if (!filter) throw new HttpError(400, 'This export link is no longer valid. Please press Export CSV again.')
  const parts = logged(request, session.user, services, filter)
  const first = [await parts.next(), await parts.next()].flatMap(({ value }) => value ?? [])
  return { format: filter.format ?? 'csv', parts: joined(first, parts) }
}

async function* joined(first: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/** Search words stay out of the log. */
async function* logged(
  request: FastifyRequest,
  user: Actor,
  services: ExportServices,
  filter: EstimateExportFilter,
): AsyncGenerator<Buffer, void> {
  const { q, ...others } = filter
  let rows = 0
  let complete = false
  try {
    for await (const part of exportEstimates({ ...services, user }, filter)) {
      rows += part.rows
      yield part.bytes
    }
    complete = true
  } finally {
    const summary = { userId: user.id, rows, complete, filter: { ...others, searched: q !== undefined } }
    request.log.info(summary, 'estimates were exported')
  }
}
