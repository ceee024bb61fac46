import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

export type OutboxTimings = {
  readonly concurrency: number
  /** Lifetime of a claim. Must exceed an attempt and its recording, or messages go out twice. */
  readonly leaseMs: number
  readonly pollIntervalMs: number
  /** Pause after a database failure. */
  readonly databasePauseMs: number
  /** Pause after Postmark refused the account. */
  readonly accountPauseMs: number
  /** Minimum between recoveries, which make all waiting messages due. */
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
