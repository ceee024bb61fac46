import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

export type OutboxTimings = {
  /** Limits requests to the email service. At least 2. */
  readonly concurrency: number
  /** Limits the messages that a killed process may have sent without recording it. */
  readonly maxClaimed: number
  /** Messages that follow others wait this long for their batch, from the last claim. */
  readonly batchWaitMs: number
  /** Must exceed an attempt and its recording, or messages are sent twice. */
  readonly leaseMs: number
  readonly pollIntervalMs: number
  readonly databasePauseMs: number
  /** Applies after Postmark refuses the account. */
  readonly accountPauseMs: number
  readonly recoveryIntervalMs: number
  readonly retry: RetrySchedule
}

export const outboxTimings: OutboxTimings = {
  concurrency: 10,
  maxClaimed: 200,
  batchWaitMs: 100,
  leaseMs: 60_000,
  pollIntervalMs: 3_000,
  databasePauseMs: 2_000,
  accountPauseMs: 60_000,
  recoveryIntervalMs: 10_000,
  retry: retrySchedule,
}
