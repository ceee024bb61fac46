import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { reviewOptOutPath } from '#server/mail/messages/review-mail.ts'
import type { SendPage } from './staff-proposals.ts'

/** The id is a keyed digest. */
const idForm = /^[\w-]{43}$/

type OptOutRequest = FastifyRequest<{ Params: { id: string } }>
type Answer = (request: OptOutRequest, reply: FastifyReply) => Promise<boolean>

type OptOutOptions = {
  readonly database: Database
  readonly clock: Clock
  readonly sendPage: SendPage
  /** Adds the limits, and the page of a link that is not ours, for which an answer returns false. */
  handler(answer: Answer): (request: OptOutRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/**
 * The page behind the link that ends requests for reviews. Mail programs post to it themselves (RFC 8058), from other sites
 * and without its form. The link is the whole right, so nobody can forge a post without it.
 */
export function reviewOptOut(app: FastifyInstance, { database, clock, sendPage, handler }: OptOutOptions): void {
  // What is posted says nothing.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4096 }, (_request, _body, done) => done(null))

  const answer: Answer = async (request, reply) => {
    const { id } = request.params
    const stored = idForm.test(id) && (await database.read.reviewRequest.findUnique({ where: { id } }))
    if (!stored) return false
    const isOptOut = request.method === 'POST'
    if (isOptOut)
      await database.transaction(({ reviewRequest }) =>
        reviewRequest.updateMany({ where: { id, optedOutAt: null }, data: { optedOutAt: clock.now() } }),
      )
    const { optOutHtml } = await import('./review-opt-out-view.tsx')
    sendPage(reply, 200, optOutHtml(id, isOptOut || stored.optedOutAt !== null), 'Requests for reviews')
    return true
  }
  app.get(reviewOptOutPath(':id'), handler(answer))
  app.post(reviewOptOutPath(':id'), handler(answer))
}
