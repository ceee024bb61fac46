import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

export type OutboxTimings = {
  /** So many messages are on their way at a time. */
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
 * Each message has a connection of its own. Microsoft 365 takes three at a time, of which one may be closing. No claim
 * waits for a slot, and a lease lasts for two slow attempts, since a second one without the Reply-To may follow. Servers
 * lock out who tries a wrong password often.
 */
export const smtpTimings = {
  concurrency: 2,
  maxClaimed: 2,
  leaseMs: 120_000,
  accountPauseMs: 600_000,
} satisfies Partial<OutboxTimings>
