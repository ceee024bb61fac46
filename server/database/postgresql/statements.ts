import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { committedEstimates } from '#server/database/client/committed.ts'
import type { NewEstimateRows, Statements, StoredAttempts } from '#server/database/database.ts'
import { newEstimateColumns } from '#server/database/queries/new-estimate-columns.ts'
import {
  type OpenEstimateRow,
  openEstimates,
  openEstimatesQuery,
} from '#server/database/queries/open-estimates-query.ts'
import { type CommitChannel, channelName } from './commit-channel.ts'
import { postgresqlQueries } from './queries.ts'

const storeAttempts = (parameter: string) => `
  INSERT INTO attempts (key, hits, blocks, window_ends_at)
  SELECT key, hits, blocks, "windowEndsAt"
  FROM json_to_recordset(${parameter}::json) AS row(key text, hits integer, blocks integer, "windowEndsAt" timestamptz)
  ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`

export const writeAttempts = storeAttempts('$1')

// Foreign keys are checked at the end of the statement, so one round trip suffices.
export const insertNewEstimates = `
  WITH estimates AS (
    INSERT INTO project_estimates (${newEstimateColumns.map(({ column }) => column).join(', ')})
    SELECT ${newEstimateColumns.map(({ field }) => `"${field}"`).join(', ')}
    FROM json_to_recordset($1::json) AS row(${newEstimateColumns.map(({ field, type }) => `"${field}" ${type}`).join(', ')})),
  attempts AS (${storeAttempts('$3')}),
  messages AS (
    INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at)
    SELECT id, kind, "estimateId", "createdAt", "createdAt"
    FROM json_to_recordset($2::json) AS row(id text, kind text, "estimateId" text, "createdAt" timestamptz))
  SELECT pg_notify('${channelName}', $4)`

const storeSignUp = `
  INSERT INTO users (id, email, password_hash, pending_digest, created_at) VALUES ($1, $2, $3, $4, $5::timestamptz)
  ON CONFLICT (email) DO UPDATE SET
    password_hash = CASE WHEN users.confirmed_at IS NULL THEN excluded.password_hash ELSE users.password_hash END,
    pending_digest = CASE WHEN users.confirmed_at IS NULL THEN excluded.pending_digest ELSE users.pending_digest END
  RETURNING confirmed_at IS NULL AS unconfirmed`

const readAttempts = `
  SELECT key, hits, blocks, window_ends_at AS "windowEndsAt" FROM attempts WHERE key = ANY($1::text[])`

// Foreign keys delete the batches, too.
const deleteExports = `
  DELETE FROM estimate_exports
  WHERE id IN (SELECT id FROM estimate_exports WHERE at < $1::timestamptz ORDER BY id LIMIT $2::integer)`

const deleteAuditEntries = `
  DELETE FROM audit_entries
  WHERE id IN (SELECT id FROM audit_entries WHERE at < $1::timestamptz ORDER BY at LIMIT $2::integer)`

type Messages = Pick<CommitChannel, 'message'>

export function newEstimateValues({ estimates, messages, attempts }: NewEstimateRows, channel: Messages): string[] {
  const tables = [estimates, messages, attempts].map((rows) => JSON.stringify(rows))
  return [...tables, channel.message(committedEstimates(estimates))]
}

export const lockStatement =
  'SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(number, position) ORDER BY position'

/** A common order prevents deadlocks. */
export function lockValues(keys: readonly string[]): [string[]] {
  const numbers = [...new Set(keys.map(lockNumber))].sort((a, b) => (a < b ? -1 : 1))
  return [numbers.map(String)]
}

/** Two keys with one number only wait for each other. */
function lockNumber(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE()
}

export function postgresqlStatements(transaction: Prisma.TransactionClient): Statements {
  return {
    async lock(keys) {
      await transaction.$executeRawUnsafe(lockStatement, ...lockValues(keys))
    },
    async storeSignUp({ id, email, passwordHash, pendingDigest, createdAt }) {
      const values = [id, email, passwordHash, pendingDigest, createdAt]
      const rows = await transaction.$queryRawUnsafe<{ unconfirmed: unknown }[]>(storeSignUp, ...values)
      return rows.some(({ unconfirmed }) => Boolean(unconfirmed))
    },
    readAttempts(keys) {
      return transaction.$queryRawUnsafe<StoredAttempts[]>(readAttempts, keys)
    },
    async writeAttempts(attempts) {
      if (attempts.length > 0) await transaction.$executeRawUnsafe(writeAttempts, JSON.stringify(attempts))
    },
    deleteExports(before, limit) {
      return transaction.$executeRawUnsafe(deleteExports, before, limit)
    },
    deleteAuditEntries(before, limit) {
      return transaction.$executeRawUnsafe(deleteAuditEntries, before, limit)
    },
    async openEstimates(assigneeId, limit) {
      const { sql, values } = openEstimatesQuery(postgresqlQueries, assigneeId, limit)
      return openEstimates(await transaction.$queryRawUnsafe<OpenEstimateRow[]>(sql, ...values))
    },
  }
}
