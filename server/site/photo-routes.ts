import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import * as z from 'zod/mini'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { removeWaitingPhoto } from '#server/estimates/photos/store-photo.ts'
import { assertStaff } from '#server/http/assert-staff.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import { companyPhotosKey } from '#shared/company-photos.ts'
import { minuteMs } from '#shared/durations.ts'
import { acceptPhotos, type PhotoUploads } from './photo-uploads.ts'

/** An IP address may remove so many photos a minute. */
const maxPerMinute = 60

type PhotoRoutesOptions = {
  readonly config: Pick<Config, 'allowedOrigins'>
  readonly database: Database
  readonly clock: Clock
  readonly uploads: PhotoUploads
}

type FormPhotoRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>
type PhotoRequest = FastifyRequest<{ Params: { id: string; size: string }; Querystring: Record<string, unknown> }>

const uuid = z.uuid().check(z.toLowerCase())

/** The photos of the form, and those that the staff look at. */
export const photoRoutes = plugin(
  async (app: FastifyInstance, { config, database, clock, uploads }: PhotoRoutesOptions) => {
    await app.register(async (routes) => {
      routes.removeAllContentTypeParsers()
      await acceptPhotos(routes)
      const count = routes.createRateLimit({ max: maxPerMinute, timeWindow: minuteMs })
      routes.addHook('onRequest', async (request, reply) => {
        reply.header('cache-control', 'no-store')
        if (originProblem(request.headers, config.allowedOrigins))
          throw new HttpError(403, 'This request does not come from a page of this site.')
      })
      sendMessages(routes)
      routes.put('/api/form-photos/:id', async (request: FormPhotoRequest) => {
        const { id, requestKey } = readPlace(request)
        const [photo] = await uploads.receive(request, { requestKey }, id)
        return photo
      })
      routes.put('/api/company-photos/:id', async (request: FormPhotoRequest) => {
        await assertStaff(request, 'manageInstallation')
        const id = uuid.safeParse(request.params.id)
        if (!id.success) throw new HttpError(400, 'A photo has a UUID.')
        const [photo] = await uploads.receive(request, 'company', id.data)
        return photo
      })
      routes.delete('/api/form-photos/:id', async (request: FormPhotoRequest, reply) => {
        const limit = await count(request)
        if (!limit.isAllowed && limit.isExceeded) throw new HttpError(429, sentenceFor('TOO_MANY_REQUESTS'))
        const { id, requestKey } = readPlace(request)
        await removeWaitingPhoto({ database, clock }, requestKey, id)
        return reply.code(204).send()
      })
    })

    app.get('/api/company-photos/:id', async (request: PhotoRequest, reply) => {
      await assertStaff(request, 'manageInstallation')
      const { id } = request.params
      const isSent =
        uuid.safeParse(id).success &&
        (await sendPhoto(database, request, reply, { id, size: 'small', isCompany: true }))
      if (!isSent) reply.callNotFound()
      return reply
    })

    app.get('/api/photos/:id/:size', async (request: PhotoRequest, reply) => {
      await assertStaff(request)
      const { id, size } = request.params
      const isKnown = uuid.safeParse(id).success && (size === 'small' || size === 'large')
      if (!isKnown || !(await sendPhoto(database, request, reply, { id, size }))) reply.callNotFound()
      return reply
    })
  },
  { name: 'photo-routes', dependencies: ['@fastify/rate-limit', 'client'] },
)

/** @throws {HttpError} 400 */
function readPlace({ params, query }: FormPhotoRequest): { readonly id: string; readonly requestKey: string } {
  const [id, key] = [uuid.safeParse(params.id), uuid.safeParse(query.key)]
  if (!id.success || !key.success) throw new HttpError(400, 'A photo and its form have UUIDs.')
  return { id: id.data, requestKey: key.data }
}

/** Answers with the sentence alone, which the form shows. */
function sendMessages(routes: FastifyInstance): void {
  routes.setErrorHandler((error: HttpError, request, reply) => {
    const { statusCode = 500, headers = {} } = error
    if (statusCode >= 500 && !(error instanceof HttpError)) request.log.error({ err: error }, 'request failed')
    // Fastify would close the connection before the client reads the response.
    reply.removeHeader('connection').code(statusCode).headers(headers)
    return reply.send({ message: error instanceof HttpError || statusCode < 500 ? error.message : 'Internal error' })
  })
}

type Wanted = {
  readonly id: string
  readonly size: 'small' | 'large'
  readonly estimateId?: string
  readonly isCompany?: true
}

/**
 * Sends a photo that belongs to a request. A browser asks again each time, so that nobody sees it who may no longer.
 *
 * @returns false if there is none
 */
export async function sendPhoto(
  { read }: Pick<Database, 'read'>,
  request: FastifyRequest<{ Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
  { id, size, estimateId, isCompany }: Wanted,
): Promise<boolean> {
  const owner = isCompany ? { requestKey: companyPhotosKey } : { estimateId: estimateId ?? { not: null } }
  const where = { id, width: { not: null }, ...owner }
  const file = await read.storedFile.findFirst({ where, select: { name: true } })
  if (!file) return false
  const etag = `"${id}-${size}"`
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'",
    'x-robots-tag': 'noindex',
    etag,
  })
  if (request.headers['if-none-match'] === etag) {
    reply.code(304).send()
    return true
  }
  const select = { small: size === 'small', bytes: size === 'large' }
  const content = await read.fileContent.findUnique({ where: { fileId: id }, select })
  const bytes = content?.small ?? content?.bytes
  if (!bytes) return false
  if (request.query.download !== undefined) reply.header('content-disposition', `attachment; filename="${file.name}"`)
  reply.type('image/jpeg').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return true
}
