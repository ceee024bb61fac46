import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { wordsLock } from '#server/estimates/work/estimate-work.ts'
import { assertStaff } from '#server/http/assert-staff.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { sendErrorResponse } from '#server/http/error-responses.ts'
import { HttpError } from '#server/http/http-error.ts'
import { originProblem } from '#server/http/request-origin.ts'
import { safeLine } from '#server/mail/templates/safe-text.ts'
import { minuteMs } from '#shared/durations.ts'
import { maxProposalFile } from '#shared/estimates/written-proposals.ts'
import { findPreview } from './visitor-request.ts'

const pdf = 'application/pdf'

/** PostgreSQL refuses some other texts. */
const idForm = /^[\da-f-]{36}$/
const idParameter = `:id(${idForm.source})`

/** Where the last marker of a PDF has to be; programs append a few bytes. */
const endBytes = 1024

/** Sends content in the frame of the visitor's page, whose title it may have another one than. */
export type SendPage = (reply: FastifyReply, status: number, content: string, title?: string) => FastifyReply

type StaffProposalsOptions = {
  readonly config: Pick<Config, 'allowedOrigins'>
  readonly database: Database
  readonly clock: Clock
  readonly sendPage: SendPage
}

type ProposalRequest = FastifyRequest<{
  Params: { id: string }
  Querystring: Record<string, unknown>
  Body: Buffer | undefined
}>

/** The file of a proposal that is being written, and the page as its visitor will see it. */
export async function staffProposals(
  app: FastifyInstance,
  { config, database, clock, sendPage }: StaffProposalsOptions,
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(pdf, { parseAs: 'buffer', bodyLimit: maxProposalFile }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (request.method === 'PUT' && originProblem(request.headers, config.allowedOrigins))
      throw new HttpError(403, 'This request does not come from a page of this site.')
    await assertStaff(request)
  })

  app.setErrorHandler((error: FastifyError, request, reply) => {
    sendErrorResponse(error instanceof DatabaseUnavailable ? toProblem(error) : error, request, reply)
  })

  app.get(`/preview/${idParameter}`, async (request: ProposalRequest, reply) => {
    const found = await findPreview(database, request.params.id, clock.now())
    if (!found) {
      reply.callNotFound()
      return reply
    }
    const { requestHtml } = await import('./request-view.tsx')
    const filePath = `/preview/${request.params.id}/file`
    return sendPage(reply, 200, requestHtml(found, { path: undefined, refused: undefined, filePath }))
  })
  app.get(`/preview/${idParameter}/file`, async (request: ProposalRequest, reply) => {
    const found = await findPreview(database, request.params.id, clock.now())
    if (!(await sendProposalFile(database, reply, found?.proposal?.fileId))) reply.callNotFound()
    return reply
  })

  await app.register(async (upload) => {
    const count = upload.createRateLimit({ max: 30, timeWindow: minuteMs })
    upload.setErrorHandler((error: FastifyError, request, reply) => {
      const { statusCode, message, headers } = toProblem(error)
      if (statusCode === 500) request.log.error({ err: error }, 'a file could not be stored')
      // After too large a body, Fastify would close the connection before the client reads the response.
      reply.removeHeader('connection').code(statusCode).headers(headers).send({ message })
    })
    upload.put('/api/proposals/:id/file', async (request: ProposalRequest) => {
      const limit = await count(request)
      if (!limit.isAllowed && limit.isExceeded) throw new HttpError(429, sentenceFor('TOO_MANY_REQUESTS'))
      const { id } = request.params
      if (!idForm.test(id)) throw noProposal()
      const bytes = request.body
      if (!bytes || !isPdf(bytes)) throw noPdf(400)
      const file = { id: newId(), name: fileName(request.query.name), bytes }
      const seen = Number(/^\d{1,9}$/.exec(String(request.query.revision))?.[0] ?? 0)
      const revision = await storeFile({ database, clock }, id, seen, file)
      return { file: { id: file.id, name: file.name, bytes: bytes.length }, revision }
    })
  })
}

function noProposal(): HttpError {
  return new HttpError(404, 'There is no such proposal.')
}

/** What is wrong, in a sentence for the staff. */
function toProblem(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error
  if (error instanceof DatabaseUnavailable)
    return new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'), { 'retry-after': '2' })
  if (error.statusCode === 413) return new HttpError(413, 'A PDF can have at most 10 MB.')
  return error.statusCode === 415 ? noPdf(415) : new HttpError(500, sentenceFor('INTERNAL_SERVER_ERROR'))
}

const noPdf = (status: number) => new HttpError(status, 'This is not a PDF. Please choose another file.')

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-endBytes).includes('%%EOF')
}

/** What browsers save the file as has no path in it, and ends like a PDF. */
function fileName(given: unknown): string {
  const name = safeLine(typeof given === 'string' ? given : '', 120)
    .replace(/[/\\:*?"<>|]/g, '-')
    .replace(/^\.+|\.pdf$/gi, '')
  return `${name || 'proposal'}.pdf`
}

/**
 * Gives a draft its file in place of an earlier one.
 *
 * @returns the revision of the draft
 * @throws {HttpError} 404; 409 if the draft was sent or changed
 */
async function storeFile(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  id: string,
  revision: number,
  file: { readonly id: string; readonly name: string; readonly bytes: Buffer },
): Promise<number> {
  const draft = await database.read.proposal.findUnique({ where: { id }, select: { estimateId: true } })
  if (!draft) throw noProposal()
  const { estimateId } = draft
  return await database.transaction(async (transaction, statements) => {
    await statements.lock([wordsLock(estimateId)])
    const present = await transaction.proposal.findFirst({
      where: { id, revision, sentAt: null, estimate: { erasedAt: null } },
      select: { fileId: true },
    })
    if (!present) throw new HttpError(409, 'This draft has been changed in the meantime. Nothing was saved.')
    const { bytes, ...stored } = file
    await transaction.storedFile.create({ data: { ...stored, estimateId, type: pdf, createdAt: clock.now() } })
    // Creating one alone would read its bytes back.
    await transaction.fileContent.createMany({ data: [{ fileId: file.id, bytes: new Uint8Array(bytes) }] })
    await transaction.proposal.updateMany({ where: { id }, data: { fileId: file.id, revision: revision + 1 } })
    if (present.fileId) await transaction.storedFile.deleteMany({ where: { id: present.fileId } })
    return revision + 1
  })
}

/** @returns false if there is no file */
export async function sendProposalFile(
  { read }: Pick<Database, 'read'>,
  reply: FastifyReply,
  fileId: string | null | undefined,
): Promise<boolean> {
  const file = fileId
    ? await read.storedFile.findUnique({ where: { id: fileId }, select: { name: true, type: true, content: true } })
    : null
  if (!file?.content) return false
  const { bytes } = file.content
  const plain = file.name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  reply
    .headers({
      'content-disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-security-policy': 'sandbox',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    .type(file.type)
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return true
}
