import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import { committedEstimates } from '#server/database/client/committed.ts'
import type { Statements, StoredAttempts } from '#server/database/database.ts'
import { beforeInstant, type FoundEstimatesRow, foundEstimates } from '#server/database/queries/found-estimates.ts'
import { newEstimateColumns } from '#server/database/queries/new-estimate-columns.ts'
import { type CommitChannel, channelName } from './commit-channel.ts'

const findEstimates = `
  SELECT
    (SELECT coalesce(json_agg(stored), '[]')::text
      FROM (
        SELECT reference, request_key AS "requestKey", values_digest AS "valuesDigest", sender_digest AS "senderDigest",
          created_at AS "createdAt"
          FROM project_estimates WHERE request_key = ANY($1::text[])
        UNION
        SELECT reference, request_key, values_digest, sender_digest, created_at
          FROM project_estimates WHERE sender_digest = ANY($2::text[]) AND created_at >= $3::timestamptz) AS stored
    ) AS submissions,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'hits', hits, 'blocks', blocks, 'windowEndsAt', window_ends_at)), '[]')::text
      FROM attempts WHERE key = ANY($4::text[])
    ) AS attempts,
    (SELECT coalesce(json_agg(counted), '[]')::text
      FROM (
        SELECT email_key AS "emailKey", count(*) FILTER (WHERE created_at > $6::timestamptz) AS "inHour",
          count(*) AS "inDay"
          FROM project_estimates WHERE email_key = ANY($5::text[]) AND created_at > $7::timestamptz GROUP BY email_key) AS counted
    ) AS emails`

const storeAttempts = (parameter: string) => `
  INSERT INTO attempts (key, hits, blocks, window_ends_at)
  SELECT key, hits, blocks, "windowEndsAt"
  FROM json_to_recordset(${parameter}::json) AS row(key text, hits integer, blocks integer, "windowEndsAt" timestamptz)
  ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`

const writeAttempts = storeAttempts('$1')

// Foreign keys are checked at the end of the statement, so one round trip suffices.
const insertNewEstimates = `
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

// SKIP LOCKED lets workers claim different messages without waiting.
const claimMessages = `
  UPDATE outbox_messages SET attempts = attempts + 1, claim_token = $1, next_attempt_at = $2::timestamptz
  WHERE id IN (
    SELECT id FROM outbox_messages WHERE state = 'pending' AND next_attempt_at <= $3::timestamptz
    ORDER BY next_attempt_at LIMIT $4 FOR UPDATE SKIP LOCKED)`

const storeSignUp = `
  INSERT INTO users (id, email, password_hash, pending_digest, created_at) VALUES ($1, $2, $3, $4, $5::timestamptz)
  ON CONFLICT (email) DO UPDATE SET
    password_hash = CASE WHEN users.confirmed_at IS NULL THEN excluded.password_hash ELSE users.password_hash END,
    pending_digest = CASE WHEN users.confirmed_at IS NULL THEN excluded.pending_digest ELSE users.pending_digest END
  RETURNING confirmed_at IS NULL AS unconfirmed`

const readAttempts = `
  SELECT key, hits, blocks, window_ends_at AS "windowEndsAt" FROM attempts WHERE key = ANY($1::text[])`

/** Two keys with one number only wait for each other. */
function lockNumber(key: string): bigint {
  return createHash('sha256').update(key).digest().readBigInt64BE()
}

export function postgresqlStatements(
  transaction: Prisma.TransactionClient,
  channel: Pick<CommitChannel, 'message'>,
): Statements {
  return {
    async lock(keys) {
      // A common order prevents deadlocks.
      const numbers = [...new Set(keys.map(lockNumber))].sort((a, b) => (a < b ? -1 : 1))
      await transaction.$executeRawUnsafe(
        'SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(number, position) ORDER BY position',
        numbers.map(String),
      )
    },
    async findEstimates({ requestKeys, senderDigests, since, attemptKeys, emailKeys, emailsUntil }) {
      const { hourAgo, dayAgo } = beforeInstant(emailsUntil)
      const values = [requestKeys, senderDigests, since, attemptKeys, emailKeys, hourAgo, dayAgo]
      return foundEstimates(await transaction.$queryRawUnsafe<FoundEstimatesRow[]>(findEstimates, ...values))
    },
    async insertNewEstimates(...tables) {
      const [estimates] = tables
      await transaction.$executeRawUnsafe(
        insertNewEstimates,
        ...tables.map((rows) => JSON.stringify(rows)),
        channel.message(committedEstimates(estimates)),
      )
    },
    claimMessages({ claimToken, now, leaseEnd, limit }) {
      return transaction.$executeRawUnsafe(claimMessages, claimToken, leaseEnd, now, limit)
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
  }
}
