import type { MailTransport } from '#server/mail/messages/message.ts'
import type { Observe } from './observe.ts'

type Counts = { readonly sent: number; readonly failed: number }

/** @param onSent hears how many messages of a batch were accepted; nothing is known of a batch that failed as a whole */
export function observedTransport(
  transport: MailTransport,
  observe: Observe,
  onSent: (counts: Counts) => void,
): MailTransport {
  return {
    async send(messages, signal) {
      try {
        const results = await observe({ kind: 'mail', messages: messages.length }, () =>
          transport.send(messages, signal),
        )
        const sent = results.filter((result) => 'providerId' in result).length
        onSent({ sent, failed: messages.length - sent })
        return results
      } catch (error) {
        onSent({ sent: 0, failed: messages.length })
        throw error
      }
    },
  }
}
