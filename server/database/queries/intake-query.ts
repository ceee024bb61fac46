import { spamSql } from './estimate-criteria.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

/** These numbers bound the next submissions. Each ends at its limit. */
export type Intake = {
  /** Estimates that wait in quarantine. */
  readonly quarantined: number
  /** Emails to visitors that were queued since an instant. */
  readonly acknowledged: number
}

export type IntakeWanted = {
  readonly acknowledgedSince: Date
  readonly limits: { readonly quarantined: number; readonly acknowledged: number }
}

export type IntakeRow = { readonly [Name in keyof Intake]: number | bigint }

/** Reads the index of quarantine, and the messages since then by their ids, which begin with the time. */
export function intakeQuery(dialect: QueryDialect, { acknowledgedSince, limits }: IntakeWanted): Query {
  const since = acknowledgedSince.getTime().toString(16).padStart(12, '0')
  const firstId = `${since.slice(0, 8)}-${since.slice(8)}`
  return buildQuery(
    dialect,
    (bind) => `SELECT
      (SELECT count(*) FROM (SELECT 1 FROM ${dialect.estimatesBy('quarantined')}
        WHERE ${spamSql.quarantined} LIMIT ${bind(limits.quarantined, 'number')}) AS waiting) AS "quarantined",
      (SELECT count(*) FROM (SELECT 1 FROM outbox_messages
        WHERE id >= ${bind(firstId, 'text')} AND created_at >= ${bind(acknowledgedSince, 'instant')}
          AND kind = 'estimate.visitor' LIMIT ${bind(limits.acknowledged, 'number')}) AS queued) AS "acknowledged"`,
  )
}

export function toIntake([row]: readonly IntakeRow[]): Intake {
  return { quarantined: Number(row?.quarantined ?? 0), acknowledged: Number(row?.acknowledged ?? 0) }
}
