import fastifyMultipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v4 as randomUuid } from 'uuid'
import { consumeAttempts } from '#server/accounts/limits/attempts.ts'
import { clientIp, rateLimitKey } from '#server/accounts/limits/client-ip.ts'
import type { RateLimitKey } from '#server/accounts/limits/limits.ts'
import type { Clock } from '#server/clock.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { AppError, type AppErrorCode } from '#server/errors.ts'
import { type PhotoReader, unavailable } from '#server/estimates/photos/read-photo.ts'
import { type PhotoOwner, storePhoto } from '#server/estimates/photos/store-photo.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { allowSlowBody } from '#server/http/socket-response.ts'
import { maxPhotoBytes, maxPhotos, type Photo, photoProblems } from '#shared/estimates/photos.ts'

/** What arrives and waits at a time. Beyond it, browsers send again a few seconds later. */
const maxInMemory = 64 * 1024 * 1024

type PhotoUploadsOptions = {
  readonly database: Database
  readonly serverKey: Buffer
  readonly clock: Clock
  readonly reader: PhotoReader
}

export type PhotoUploads = {
  /**
   * Stores the photos of a form's body.
   *
   * @param id of the only photo, made by the browser
   * @throws {HttpError} with a sentence for the visitor. Photos before the one that is refused are stored.
   */
  receive(request: FastifyRequest, owner: PhotoOwner, id?: string): Promise<Photo[]>
}

/** Lets the routes of a context take photos, one after the other. */
export async function acceptPhotos(app: FastifyInstance): Promise<void> {
  // One more is refused with its own sentence.
  const files = maxPhotos + 1
  const limits = { files, fields: 1, parts: files + 1, fileSize: maxPhotoBytes, headerPairs: 20 }
  await app.register(fastifyMultipart, { limits })
}

export function createPhotoUploads({ database, serverKey, clock, reader }: PhotoUploadsOptions): PhotoUploads {
  let inMemory = 0

  async function store(part: MultipartFile, owner: PhotoOwner, id: string): Promise<Photo> {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of parsed(part.file)) {
        size += chunk.length
        inMemory += chunk.length
        if (inMemory > maxInMemory) throw unavailable('too many photos arrive at once')
        chunks.push(chunk)
      }
      if (part.file.truncated) throw new HttpError(413, photoProblems.tooLarge)
      const photo = await reader.read(Buffer.concat(chunks))
      await storePhoto({ database, clock }, owner, id, photo)
      return { id, width: photo.width, height: photo.height }
    } finally {
      inMemory -= size
    }
  }

  async function storeAll(request: FastifyRequest, owner: PhotoOwner, id?: string): Promise<Photo[]> {
    const photos: Photo[] = []
    const wanted = getLimits(clientIp(request))
    for await (const part of parsed(request.files())) {
      // A browser sends an empty part for a field without a file.
      if (!part.filename || part.fieldname !== 'photo') {
        part.file.resume()
        continue
      }
      const result = await consumeAttempts(database, serverKey, wanted, clock.now())
      if (result.refused) throw tooManyPhotos(result.retryAfterSeconds)
      photos.push(await store(part, owner, id ?? randomUuid()))
      if (id) break
    }
    if (photos.length === 0) throw new HttpError(400, photoProblems.none)
    return photos
  }

  return {
    async receive(request, owner, id) {
      allowSlowBody(request.raw)
      try {
        return await storeAll(request, owner, id)
      } catch (error) {
        throw toProblem(error, request)
      } finally {
        // A browser reads the response once it has sent everything.
        request.raw.unpipe()
        request.raw.resume()
      }
    },
  }
}

/** @throws {HttpError} for what is no form, or ends too early */
async function* parsed<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch {
    throw new HttpError(400, photoProblems.unreadable)
  }
}

function getLimits(ip: string): RateLimitKey[] {
  const subject = rateLimitKey(ip)
  const wider = [
    { limit: 'photo-56-hour', subject: rateLimitKey(ip, 56) },
    { limit: 'photo-48-hour', subject: rateLimitKey(ip, 48) },
  ] as const
  return [{ limit: 'photo-ip-hour', subject }, ...(subject.endsWith('/64') ? wider : [])]
}

function tooManyPhotos(retryAfterSeconds: number): AppError {
  return new AppError('too_many', 'Many photos have come from your connection. Please try again later.', {
    retryAfterSeconds,
  })
}

const statuses: Partial<Record<AppErrorCode, number>> = { invalid: 400, conflict: 409, too_many: 429, unavailable: 503 }

/** What is wrong with a photo, in a sentence for its visitor. */
function toProblem(error: unknown, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof AppError) {
    const { code, message, retryAfterSeconds, cause } = error
    if (cause) request.log.warn({ err: cause }, 'a photo could not be taken')
    return new HttpError(
      statuses[code] ?? 400,
      message,
      retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {},
    )
  }
  if (error instanceof DatabaseUnavailable) return new HttpError(503, photoProblems.unavailable, { 'retry-after': '5' })
  request.log.error({ err: error }, 'a photo could not be stored')
  return new HttpError(500, sentenceFor('INTERNAL_SERVER_ERROR'))
}
