import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

export type OutboxTimings = {
  /** Messages that are sent at the same time. */
  readonly concurrency: number
  /** Lifetime of a claim. Must exceed one attempt and its recording, or a message goes out twice. */
  readonly leaseMs: number
  /** Longest time between polls for due messages. */
  readonly pollIntervalMs: number
  /** Pause after a database failure. */
  readonly databasePauseMs: number
  /** Pause after the email service refused the account. */
  readonly accountPauseMs: number
  /** Shortest time between recoveries, which make all waiting messages due. */
  readonly recoveryIntervalMs: number
  readonly retry: RetrySchedule
}

export const outboxTimings: OutboxTimings = {
  concurrency: 10,
  leaseMs: 60_000,
  pollIntervalMs: 3_000,
  databasePauseMs: 2_000,
  accountPauseMs: 60_000,
  recoveryIntervalMs: 10_000,
  retry: retrySchedule,
}
