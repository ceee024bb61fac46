import { type RetrySchedule, retrySchedule } from './retry-schedule.ts'

/** Durations and limits of an outbox worker. */
export type OutboxTimings = {
  /** Messages being sent at a time. */
  readonly concurrency: number
  /** How long a claim holds. Well above what one attempt and its record take, or a message goes out twice. */
  readonly leaseMs: number
  /** How often to look for due messages that nobody announced. */
  readonly pollIntervalMs: number
  /** Pause after the database failed. */
  readonly databasePauseMs: number
  /** Pause after the mail service refused the whole account. */
  readonly accountPauseMs: number
  /** Messages that wait after a failure are brought forward no more often than this. */
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
