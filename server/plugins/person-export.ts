import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { DatabaseUnavailable } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import { exportPerson, redeemPersonTicket } from '#server/privacy/person-export.ts'
import type { Services } from '#server/trpc/context.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { type PersonExportFormat, personExportPath } from '#shared/erasure.ts'
import { adminSession } from './admin-session.ts'

type ExportServices = Pick<Services, 'config' | 'database' | 'clock' | 'serverKey'>

const files: Record<PersonExportFormat, { readonly type: string; readonly ending: string }> = {
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  text: { type: 'text/plain; charset=utf-8', ending: 'txt' },
}

/** Serves the download of everything about one person. */
export const personExport = plugin(
  async (app: FastifyInstance, services: ExportServices) => {
    const { config, clock } = services
    app.get(personExportPath, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // Other sites must not cause timeline events.
      if (originProblem(request.headers, config.allowedOrigins))
        throw new HttpError(403, 'This request does not come from a page of this site.')
      const { format, parts } = await startExport(request, services).catch((error: unknown) => {
        if (error instanceof AppError) throw new HttpError(error.code === 'not_found' ? 404 : 409, error.message)
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'an export could not start')
        throw new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'), { 'retry-after': '2' })
      })
      const { type, ending } = files[format]
      reply.headers({
        'content-type': type,
        // The file has no person's name, because the browser lists it among its downloads.
        'content-disposition': `attachment; filename="personal-data-${newYorkDay(clock.now())}.${ending}"`,
      })
      return reply.send(Readable.from(parts))
    })
  },
  { name: 'person-export' },
)

/** Early failures become error responses; later ones cut the connection. */
async function startExport(request: FastifyRequest, services: ExportServices) {
  const session = await adminSession(request, services)
  const { ticket } = request.query as Record<string, unknown>
  const wanted = await redeemPersonTicket({ ...services, session }, ticket)
  if (!wanted) throw new HttpError(400, 'This download link is no longer valid. Please press the button again.')
  const parts = exportPerson({ ...services, user: session.user }, wanted)
  const first = await parts.next()
  request.log.info({ userId: session.user.id, requests: wanted.estimateIds.length }, 'a person’s data was exported')
  return { format: wanted.format, parts: joined(first.value ?? '', parts) }
}

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}
