import type { FastifyRequest } from 'fastify'
import type { SubmissionWriter } from '#server/domain/estimates/submission-writer.ts'

/** What procedures may use. */
export type Services = { readonly submissions: Pick<SubmissionWriter, 'submit'> }

/** What a procedure knows besides its input. */
export type Context = Services & {
  readonly requestId: string
  /** The visitor's network address; behind proxies, as far as these are trusted. */
  readonly senderAddress: string
}

/** What the procedures that one request calls know. */
export function contextOf(request: FastifyRequest, services: Services): Context {
  return { ...services, requestId: request.id, senderAddress: request.ip }
}
