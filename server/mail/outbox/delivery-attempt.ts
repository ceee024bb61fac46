import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ClaimedMessage } from '#server/mail/messages/claimed-message.ts'
import {
  AccountRefused,
  failureSummary,
  MailFailure,
  type MailLog,
  type MailTransport,
  MessageDelayed,
  MessageRefused,
  ReplyToRefused,
  type SentMessage,
} from '#server/mail/messages/message.ts'
import { prepareMessage } from '#server/mail/messages/prepare-message.ts'
import { chooseStaffRecipient } from '#server/mail/messages/staff-copies.ts'
import { type MailSettings, renderMessage } from '#server/mail/templates/render-message.ts'
import { isFileName } from '#server/mail/transports/file-names.ts'
import { isGivenUp, type RetrySchedule, retryDelayMs } from './retry-schedule.ts'
import type { ServiceHealth } from './service-health.ts'
import type { Outcome } from './store.ts'

type AttemptOptions = {
  readonly database: Pick<Database, 'transaction' | 'read' | 'queries'>
  readonly transport: MailTransport
  readonly config: MailSettings
  readonly clock: Clock
  readonly log: MailLog
  readonly retry: RetrySchedule
  readonly health: ServiceHealth
  readonly signal: AbortSignal
}

type AttemptResult = {
  readonly outcome: Outcome
  readonly accountRefused: boolean
  /** An outage of the service has just ended. */
  readonly recovered: boolean
}

/** Never throws. */
export async function attemptDelivery(message: ClaimedMessage, options: AttemptOptions): Promise<AttemptResult> {
  const { health } = options
  const startedAt = performance.now()
  const result = await send(message, options)
  const isSent = result !== undefined && 'providerId' in result
  const recovered = isSent && health.succeeded(performance.now())
  return {
    outcome: toOutcome(message, result, startedAt, options),
    accountRefused: result instanceof AccountRefused,
    recovered,
  }
}

/** @returns nothing for a message that need not be sent */
async function send(
  message: ClaimedMessage,
  { database, clock, config, transport, log, signal }: AttemptOptions,
): Promise<SentMessage | Error | undefined> {
  try {
    const now = clock.now()
    const prepared = await prepareMessage(database, message, now, config.serverKey)
    if (!prepared) return undefined
    const { staffInbox } = config
    const recipient = prepared.recipient ?? (await chooseStaffRecipient(database, message, { staffInbox, now }))
    const addressed = { ...prepared, recipient }
    try {
      return await transport.send(await renderMessage(addressed, config, now), signal)
    } catch (error) {
      if (!(error instanceof ReplyToRefused)) throw error
      log.warn({ outboxId: message.id, kind: message.kind }, 'the Reply-To was refused, sending without it')
      return await transport.send(await renderMessage({ ...addressed, withoutReplyTo: true }, config, now), signal)
    }
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error('unknown failure', { cause: thrown })
  }
}

function toOutcome(
  message: ClaimedMessage,
  result: SentMessage | Error | undefined,
  startedAt: number,
  options: AttemptOptions,
): Outcome {
  const { clock, log, retry, health, signal } = options
  const { id: outboxId, kind, attempts } = message
  if (!result) return { result: 'dropped' }
  if ('providerId' in result) {
    const { providerId } = result
    // The file transport logs what it wrote.
    if (!isFileName(providerId)) log.info({ outboxId, kind, providerId }, 'email sent')
    return { result: 'sent', providerId }
  }
  // Any database can store these characters.
  const reason = failureSummary(result)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 200)
  if (result instanceof MessageRefused) {
    log.error({ outboxId, kind, attempts, reason }, 'email failed: it can never be sent')
    return { result: 'failed', reason }
  }
  if (signal.aborted) return { result: 'released' }
  const isDelayed = result instanceof MessageDelayed
  if (!isDelayed) health.failed()
  if (isGivenUp(message, clock.now(), retry)) {
    log.error({ outboxId, kind, attempts, reason }, 'email failed: retries are used up')
    return { result: 'failed', reason: `given up: ${reason}` }
  }
  // There is no outage while other messages succeed.
  const counted = !isDelayed && health.workedSince(startedAt) ? 1 : attempts
  const delayMs = retryDelayMs(counted, retry, Math.random())
  const unexpected = result instanceof MailFailure ? {} : { err: result }
  log.warn({ outboxId, kind, attempts, reason, delayMs, ...unexpected }, 'email not sent, will retry')
  return { result: 'retry', reason, delayMs }
}
