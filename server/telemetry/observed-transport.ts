import type { MailTransport } from '#server/mail/messages/message.ts'
import type { Metrics } from './metrics.ts'

/** Nothing is known of the messages of a batch that failed as a whole, so they count as failed. */
export function observedTransport(transport: MailTransport, metrics: Metrics): MailTransport {
  return {
    async send(messages, signal) {
      try {
        const results = await metrics.observe({ kind: 'mail' }, () => transport.send(messages, signal))
        const sent = results.filter((result) => 'providerId' in result).length
        metrics.messagesAttempted({ sent, failed: messages.length - sent })
        return results
      } catch (error) {
        metrics.messagesAttempted({ sent: 0, failed: messages.length })
        throw error
      }
    },
  }
}
