import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

export type OutboxTimings = {
  /** The number of messages on their way at a time. */
  readonly concurrency: number
  /** Limits those that a killed process may have sent without recording it. Attempts of all must end within a lease. */
  readonly maxClaimed: number
  /** While messages are on their way, claims and outcomes gather this long for their transaction. */
  readonly gatherMs: number
  /** It must exceed an attempt and its recording, or messages are sent twice. */
  readonly leaseMs: number
  readonly pollIntervalMs: number
  readonly databasePauseMs: number
  /** Applies after the mail service refuses the account. */
  readonly accountPauseMs: number
  readonly recoveryIntervalMs: number
  readonly retry: RetrySchedule
}

export const outboxTimings: OutboxTimings = {
  concurrency: 8,
  maxClaimed: 40,
  gatherMs: 50,
  leaseMs: 60_000,
  pollIntervalMs: 3_000,
  databasePauseMs: 2_000,
  accountPauseMs: 60_000,
  recoveryIntervalMs: 10_000,
  retry: retrySchedule,
}

/**
 * Each message has a connection of its own, of which Microsoft 365 takes three at a time. A claim does not wait for a
 * slot, and its lease lasts for two slow attempts, since a second one without the Reply-To may follow.
 */
export const smtpTimings: Partial<OutboxTimings> = { concurrency: 3, maxClaimed: 3, leaseMs: 120_000 }
