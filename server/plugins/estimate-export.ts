import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import * as z from 'zod'
import { DatabaseUnavailable } from '#server/database/database.ts'
import type { Actor } from '#server/domain/estimates/estimate-events.ts'
import { type ExportFilter, exportEstimates } from '#server/domain/estimates/export-estimates.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import type { Services } from '#server/trpc/context.ts'
import { newYorkDay } from '#shared/calendar-days.ts'
import { estimateExportPath } from '#shared/estimates/estimate-export.ts'
import { estimateFilterSchema, estimateSorts } from '#shared/estimates/estimate-list.ts'
import { isAllowed } from '#shared/permissions.ts'

type ExportServices = Pick<Services, 'config' | 'database' | 'clock'>

const exportSchema = z.strictObject({
  ...estimateFilterSchema.shape,
  sort: z.enum(estimateSorts).default('newest'),
})

/** The fields of a filter that are no texts. */
const switches = ['urgent', 'overdue']

/**
 * The requests of a filter as a file for spreadsheets. Not a procedure, because it is streamed: it takes no more memory
 * for a hundred thousand requests than for five hundred, and no longer to begin.
 */
export const estimateExport = plugin(
  async (app: FastifyInstance, services: ExportServices) => {
    const { config, clock } = services
    app.get(estimateExportPath, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // It leaves traces in timelines, which another site's page must not cause.
      if (originProblem(request.headers, config.allowedOrigins))
        throw new HttpError(403, 'This request does not come from a page of this site.')
      const csv = await begun(request, services).catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable)) throw error
        request.log.warn({ err: error }, 'an export could not begin')
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

async function adminOf(request: FastifyRequest): Promise<Actor> {
  const session = await request.client.session()
  if (!session) throw new HttpError(401, sentenceFor('UNAUTHORIZED'))
  if (!isAllowed(session.user.role, 'manageInstallation'))
    throw new HttpError(403, 'Only administrators may export requests.')
  return session.user
}

/** @throws {HttpError} 400, for a field that there is not and for a value that it cannot have */
function filterOf(query: unknown): ExportFilter {
  const given = Object.entries(query as Record<string, unknown>).map(([name, value]) => {
    const isSwitch = switches.includes(name) && (value === 'true' || value === 'false')
    return [name, isSwitch ? value === 'true' : value]
  })
  const parsed = exportSchema.safeParse(Object.fromEntries(given))
  if (parsed.success) return parsed.data
  const [field] = parsed.error.issues.flatMap(({ path }) => path)
  throw new HttpError(
    400,
    field === undefined ? 'The list has no such filter.' : `The filter “${String(field)}” cannot have this value.`,
  )
}

/**
 * The file, its first requests read already: what fails by then is still answered as an error. Later on, only cutting
 * the answer off tells that the file is not whole.
 */
async function begun(request: FastifyRequest, services: ExportServices): Promise<AsyncGenerator<string>> {
  const user = await adminOf(request)
  const parts = logged(request, user, services, filterOf(request.query))
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

/** Notes in the log who has taken how many requests out, also when it ended early. What was searched for stays out. */
async function* logged(
  request: FastifyRequest,
  user: Actor,
  services: ExportServices,
  filter: ExportFilter,
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
    const what = { userId: user.id, rows, complete, filter: { ...others, searched: q !== undefined } }
    request.log.info(what, 'requests were exported')
  }
}
