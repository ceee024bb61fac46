import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import {
  AccountRefused,
  failureSummary,
  MailFailure,
  type MailLog,
  type MailTransport,
  MessageRefused,
} from '#server/mail/messages/message.ts'
import { prepareMessage, type StoredMessage } from '#server/mail/messages/prepare-message.ts'
import { type MailSettings, renderMessage } from '#server/mail/templates/render-message.ts'
import { isGivenUp, type RetrySchedule, retryDelayMs } from './retry-schedule.ts'
import type { ServiceHealth } from './service-health.ts'
import type { Outcome } from './store.ts'

export type AttemptedMessage = StoredMessage & {
  readonly attempts: number
  /** Uses the clock of {@link ServiceHealth}. */
  readonly startedAt: number
}

type AttemptOptions = {
  readonly database: Pick<Database, 'transaction'>
  readonly transport: MailTransport
  readonly config: MailSettings
  readonly clock: Clock
  readonly log: MailLog
  readonly retry: RetrySchedule
  readonly health: ServiceHealth
  readonly signal: AbortSignal
}

/** Never throws. */
export async function attemptDelivery(
  message: AttemptedMessage,
  options: AttemptOptions,
): Promise<{ outcome: Outcome; accountRefused: boolean }> {
  const { database, clock, transport, config, log, signal } = options
  const { id: outboxId, kind } = message
  try {
    const prepared = await prepareMessage(database, message, clock.now())
    if (!prepared) return { outcome: { result: 'dropped' }, accountRefused: false }
    const { providerId } = await transport.send(await renderMessage(prepared, config), signal)
    log.info({ outboxId, kind, providerId }, 'email sent')
    return { outcome: { result: 'sent', providerId }, accountRefused: false }
  } catch (error) {
    return { outcome: outcomeOf(error, message, options), accountRefused: error instanceof AccountRefused }
  }
}

function outcomeOf(error: unknown, message: AttemptedMessage, options: AttemptOptions): Outcome {
  const { clock, log, retry, health, signal } = options
  const { id: outboxId, kind, attempts } = message
  // Any database can store these characters.
  const reason = failureSummary(error)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
  if (error instanceof MessageRefused) {
    log.error({ outboxId, kind, attempts, reason }, 'email failed: it can never be sent')
    return { result: 'failed', reason }
  }
  if (signal.aborted) return { result: 'released' }
  health.failed()
  if (isGivenUp(message, clock.now(), retry)) {
    log.error({ outboxId, kind, attempts, reason }, 'email failed: retries are used up')
    return { result: 'failed', reason: `given up: ${reason}` }
  }
  // There is no outage while other messages succeed.
  const counted = health.workedSince(message.startedAt) ? 1 : attempts
  const delayMs = retryDelayMs(counted, retry, Math.random())
  const unexpected = error instanceof MailFailure ? {} : { err: error }
  log.warn({ outboxId, kind, attempts, reason, delayMs, ...unexpected }, 'email not sent, will retry')
  return { result: 'retry', reason, delayMs }
}
