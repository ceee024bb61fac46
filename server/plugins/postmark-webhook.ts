import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { z } from 'zod'
import { sameDigest, toDigest } from '#server/accounts/secrets/secrets.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { type Database, DatabaseUnavailable } from '#server/database/database.ts'
import { sentenceFor } from '#server/http/error-body.ts'
import { HttpError } from '#server/http/http-error.ts'
import { recordBounce } from '#server/mail/outbox/bounces.ts'

type WebhookOptions = { config: Pick<Config, 'postmarkWebhookSecret'>; database: Database; clock: Clock }

/** After reports of these types, the email may have arrived. */
const mayHaveArrived: readonly string[] = [
  'Transient',
  'AutoResponder',
  'Subscribe',
  'Unsubscribe',
  'AddressChange',
  'OpenRelayTest',
]

const bounceFields = { Type: z.string().regex(/^[A-Za-z]{1,40}$/), MessageID: z.string().min(1).max(200) }

// https://postmarkapp.com/developer/webhooks/bounce-webhook
// https://postmarkapp.com/developer/webhooks/spam-complaint-webhook
const reportSchema = z.union([
  z.object({ RecordType: z.enum(['Bounce', 'SpamComplaint']), ...bounceFields }),
  // Postmark reports deliveries, too, if someone ticks them.
  z.object({ RecordType: z.string().regex(/^(?!(?:Bounce|SpamComplaint)$)/) }),
])

/** Takes Postmark's reports of bounces. Without a secret in the settings, there is no such route. */
export const postmarkWebhook = plugin(
  async (app: FastifyInstance, { config: { postmarkWebhookSecret: secret }, database, clock }: WebhookOptions) => {
    if (secret === undefined) return
    const digest = toDigest(secret)
    app.post<{ Params: { secret: string } }>('/webhooks/postmark/:secret', async (request, reply) => {
      // Guesses are limited like all requests that find nothing.
      if (!sameDigest(toDigest(request.params.secret), digest)) {
        reply.callNotFound()
        return reply
      }
      const report = reportSchema.safeParse(request.body)
      if (!report.success) throw new HttpError(400, 'This is no report of Postmark.')
      const reason = 'MessageID' in report.data ? getReason(report.data) : undefined
      if ('MessageID' in report.data && reason !== undefined) {
        const bounce = { providerId: report.data.MessageID, reason, now: clock.now() }
        const message = await recordBounce(database, bounce).catch((error: unknown) => {
          // Postmark reports again.
          if (error instanceof DatabaseUnavailable) throw new HttpError(503, sentenceFor('SERVICE_UNAVAILABLE'))
          throw error
        })
        if (message)
          request.log.error({ outboxId: message.id, kind: message.kind, reason }, 'email failed: it came back')
      }
      return reply.header('cache-control', 'no-store').send()
    })
  },
  { name: 'postmark-webhook' },
)

function getReason({ RecordType, Type }: { RecordType: string; Type: string }): string | undefined {
  if (RecordType === 'SpamComplaint' || Type === 'SpamComplaint') return 'reported as spam'
  return mayHaveArrived.includes(Type) ? undefined : `bounced: ${Type}`
}
