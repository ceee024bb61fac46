import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import {
  AccountRefused,
  failureSummary,
  MailFailure,
  type MailLog,
  type MailTransport,
  MessageRefused,
} from './message.ts'
import type { Outcome } from './outbox-store.ts'
import { prepareMessage, type StoredMessage } from './prepare-message.ts'
import { isGivenUp, type RetrySchedule, retryDelayMs } from './retry-schedule.ts'
import type { ServiceHealth } from './service-health.ts'
import { type MailSettings, renderMessage } from './templates/render-message.ts'

export type AttemptedMessage = StoredMessage & {
  readonly attempts: number
  /** When this attempt began, on the clock of {@link ServiceHealth}. */
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
  /** Aborted when the worker stops. */
  readonly signal: AbortSignal
}

/** Prepares and composes a message, hands it over once and says what came of it; never throws. */
export async function attemptDelivery(
  message: AttemptedMessage,
  options: AttemptOptions,
): Promise<{ outcome: Outcome; accountRefused: boolean }> {
  const { database, clock, transport, config, log, signal } = options
  const { id: outboxId, kind } = message
  try {
    // Done with the database before the mail service is asked, which may take its time.
    const prepared = await prepareMessage(database, message, clock.now())
    if (!prepared) return { outcome: { result: 'dropped' }, accountRefused: false }
    const { providerId } = await transport.send(renderMessage(prepared, config), signal)
    log.info({ outboxId, kind, providerId }, 'sent an e-mail')
    return { outcome: { result: 'sent', providerId }, accountRefused: false }
  } catch (error) {
    return { outcome: outcomeOf(error, message, options), accountRefused: error instanceof AccountRefused }
  }
}

function outcomeOf(error: unknown, message: AttemptedMessage, options: AttemptOptions): Outcome {
  const { clock, log, retry, health, signal } = options
  const { id: outboxId, kind, attempts } = message
  // At most 200 characters that any database can hold.
  const reason = failureSummary(error)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
  if (error instanceof MessageRefused) {
    log.error({ outboxId, kind, attempts, reason }, 'set an e-mail aside: it can never be sent')
    return { result: 'failed', reason }
  }
  if (signal.aborted) return { result: 'released' }
  health.failed()
  if (isGivenUp(message, clock.now(), retry)) {
    log.error({ outboxId, kind, attempts, reason }, 'set an e-mail aside: it was tried for days')
    return { result: 'failed', reason: `given up: ${reason}` }
  }
  // While others get through, the service is not down: the long waits are for when it is.
  const counted = health.workedSince(message.startedAt) ? 1 : attempts
  const delayMs = retryDelayMs(counted, retry, Math.random())
  const unexpected = error instanceof MailFailure ? {} : { err: error }
  log.warn({ outboxId, kind, attempts, reason, delayMs, ...unexpected }, 'an e-mail was not sent, it is tried again')
  return { result: 'retry', reason, delayMs }
}
