import type { MailTransport } from '#server/mail/messages/message.ts'
import type { Metrics } from './metrics.ts'

export function observedTransport(transport: MailTransport, metrics: Metrics): MailTransport {
  return {
    async send(message, signal) {
      try {
        const sent = await metrics.observe({ kind: 'mail' }, () => transport.send(message, signal))
        metrics.messageAttempted('sent')
        return sent
      } catch (error) {
        metrics.messageAttempted('failed')
        throw error
      }
    },
  }
}
