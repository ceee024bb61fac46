import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { ClaimedMessage } from '#server/database/queries/claimed-messages.ts'
import {
  AccountRefused,
  failureSummary,
  MailFailure,
  type MailLog,
  type MailMessage,
  type MailTransport,
  MessageDelayed,
  MessageRefused,
  type SendResult,
} from '#server/mail/messages/message.ts'
import { prepareMessage } from '#server/mail/messages/prepare-message.ts'
import { type MailSettings, renderMessage } from '#server/mail/templates/render-message.ts'
import { isGivenUp, type RetrySchedule, retryDelayMs } from './retry-schedule.ts'
import type { ServiceHealth } from './service-health.ts'
import type { Outcome } from './store.ts'

/** Rendering takes about 0.2 ms each, and requests must not wait for a whole batch. */
const rendersPerTurn = 10

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
  /** They are in the order of the messages. */
  readonly outcomes: readonly Outcome[]
  readonly accountRefused: boolean
  /** An outage of the service has just ended. */
  readonly recovered: boolean
}

/** Sends the messages in one request. Never throws. */
export async function attemptDelivery(
  messages: readonly ClaimedMessage[],
  options: AttemptOptions,
): Promise<AttemptResult> {
  const { health } = options
  const startedAt = performance.now()
  const results = await send(messages, options)
  const isSent = (result: SendResult | undefined) => result !== undefined && 'providerId' in result
  const recovered = [...results.values()].some(isSent) && health.succeeded(performance.now())
  const outcomes = messages.map((message) => outcomeOf(message, results.get(message.id), startedAt, options))
  return {
    outcomes,
    accountRefused: [...results.values()].some((result) => result instanceof AccountRefused),
    recovered,
  }
}

/** @returns nothing for messages that need not be sent */
async function send(
  messages: readonly ClaimedMessage[],
  { database, clock, config, transport, signal }: AttemptOptions,
): Promise<Map<string, SendResult>> {
  const results = new Map<string, SendResult>()
  const ready: MailMessage[] = []
  for (const [index, message] of messages.entries()) {
    if (index > 0 && index % rendersPerTurn === 0) await nextTurn()
    try {
      const prepared = await prepareMessage(database, message, clock.now())
      if (prepared) ready.push(await renderMessage(prepared, config))
    } catch (error) {
      results.set(message.id, asError(error))
    }
  }
  if (ready.length === 0) return results
  try {
    const sent = await transport.send(ready, signal)
    for (const [index, { id }] of ready.entries()) results.set(id, sent[index] ?? new MailFailure('no result'))
  } catch (error) {
    for (const { id } of ready) results.set(id, asError(error))
  }
  return results
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error('unknown failure', { cause: thrown })
}

function outcomeOf(
  message: ClaimedMessage,
  result: SendResult | undefined,
  startedAt: number,
  options: AttemptOptions,
): Outcome {
  const { clock, log, retry, health, signal } = options
  const { id: outboxId, kind, attempts } = message
  if (!result) return { result: 'dropped' }
  if ('providerId' in result) {
    const { providerId } = result
    log.info({ outboxId, kind, providerId }, 'email sent')
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
