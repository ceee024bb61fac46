import { createHash } from 'node:crypto'
import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Statements, StoredAttempts } from '#server/database/database.ts'
import { dueMessagesQuery } from '#server/database/queries/due-messages-query.ts'
import {
  type OpenEstimateRow,
  openEstimates,
  openEstimatesQuery,
} from '#server/database/queries/open-estimates-query.ts'
import { addressReplacements } from '#server/database/queries/renamed-account.ts'
import { postgresqlQueries } from './queries.ts'

const writeAttempts = `
  INSERT INTO attempts (key, hits, blocks, window_ends_at)
  SELECT key, hits, blocks, "windowEndsAt"
  FROM json_to_recordset($1::json) AS row(key text, hits integer, blocks integer, "windowEndsAt" timestamptz)
  ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`

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

const addEvents = `
  INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, actor_name, at, details, entry_key)
  SELECT id, "estimateId", kind, "actorId", "actorEmail", "actorName", at, details, "entryKey"
  FROM json_to_recordset($1::json) AS row(id text, "estimateId" text, kind text, "actorId" text, "actorEmail" text,
    "actorName" text, at timestamptz, details text, "entryKey" text)`

// The texts that `ChangeOf` in server/estimates/timeline/estimate-events.ts has for these kinds.
const eraseEventWords = `
  UPDATE estimate_events SET details = (details::jsonb || CASE kind
    WHEN 'note' THEN '{"text":""}'
    WHEN 'contact' THEN '{"note":null}'
    WHEN 'outcome' THEN '{"reason":null}'
    WHEN 'entered' THEN '{"caller":null}'
    ELSE '{"changes":[]}' END::jsonb)::text
  WHERE estimate_id = ANY($1::text[]) AND kind IN ('note', 'contact', 'outcome', 'entered', 'details')`

const lastOfNextEvents = `
  SELECT max(id) AS id FROM (
    SELECT id FROM estimate_events WHERE id > $1::text ORDER BY id LIMIT $2::integer) AS next`

const renameActor =
  'UPDATE estimate_events SET actor_email = $1::text, actor_name = NULL WHERE id > $2::text AND id <= $3::text AND actor_id = $4::text'

const renameAssignee = `
  UPDATE estimate_events SET details = replace(details, $1::text, $2::text)
  WHERE id > $3::text AND id <= $4::text AND kind = 'assigned' AND position($1::text IN details) > 0`

const renameAssigneeById = (field: 'from' | 'to') => `
  UPDATE estimate_events SET details = (details::jsonb || jsonb_build_object('${field}', $1::text))::text
  WHERE id > $2::text AND id <= $3::text AND kind = 'assigned' AND details::json->>'${field}Id' = $4::text`

const renameInExports =
  'UPDATE estimate_exports SET actor_email = $1::text, actor_name = NULL WHERE actor_id = $2::text'

// Devices and networks of failures go, too.
const renameInAudit = `
  UPDATE audit_entries SET actor_email = CASE actor_id WHEN $1::text THEN $2::text ELSE actor_email END,
    subject_email = CASE subject_id WHEN $1::text THEN $2::text ELSE subject_email END,
    details = CASE WHEN kind IN ('sign-in.failed', 'access.refused') THEN '{}' ELSE details END
  WHERE actor_id = $1::text OR subject_id = $1::text`

const renameInAuditDetails = `
  UPDATE audit_entries SET details = replace(details, $1::text, $2::text)
  WHERE (actor_id = $3::text OR subject_id = $3::text) AND position($1::text IN details) > 0`

const noteCompletions = `
  UPDATE project_estimates SET completed_at = coalesce(
    (SELECT max(at) FROM estimate_events
      WHERE estimate_id = project_estimates.id AND kind = 'status' AND details::json->>'to' = 'completed'), created_at)
  WHERE id IN (
    SELECT id FROM project_estimates
    WHERE status = 'completed' AND quarantined_at IS NULL AND erased_at IS NULL AND completed_at IS NULL LIMIT $1::integer)`

const lockStatement =
  'SELECT pg_advisory_xact_lock(number) FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted(number, position) ORDER BY position'

/** A common order prevents deadlocks. */
function lockValues(keys: readonly string[]): [string[]] {
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
    async addEvents(events) {
      await transaction.$executeRawUnsafe(addEvents, JSON.stringify(events))
    },
    async findDueMessages(now, limit) {
      // Workers claim different messages without waiting.
      const { sql, values } = dueMessagesQuery(postgresqlQueries, now, limit, 'FOR UPDATE SKIP LOCKED')
      const rows = await transaction.$queryRawUnsafe<{ id: string }[]>(sql, ...values)
      return rows.map(({ id }) => id)
    },
    async openEstimates(assigneeId, limit) {
      const { sql, values } = openEstimatesQuery(postgresqlQueries, assigneeId, limit)
      return openEstimates(await transaction.$queryRawUnsafe<OpenEstimateRow[]>(sql, ...values))
    },
    async eraseEventWords(estimateIds) {
      await transaction.$executeRawUnsafe(eraseEventWords, estimateIds)
    },
    async renameInEvents(account, afterId, limit) {
      const [last] = await transaction.$queryRawUnsafe<{ id: string | null }[]>(lastOfNextEvents, afterId, limit)
      if (!last?.id) return undefined
      await transaction.$executeRawUnsafe(renameActor, account.name, afterId, last.id, account.id)
      for (const field of ['from', 'to'] as const)
        await transaction.$executeRawUnsafe(renameAssigneeById(field), account.name, afterId, last.id, account.id)
      // Events from before accounts had names say only the address.
      for (const { from, to } of addressReplacements(account))
        await transaction.$executeRawUnsafe(renameAssignee, from, to, afterId, last.id)
      return last.id
    },
    async renameInLogs(account) {
      const { id, name } = account
      await transaction.$executeRawUnsafe(renameInExports, name, id)
      await transaction.$executeRawUnsafe(renameInAudit, id, name)
      for (const { from, to } of addressReplacements(account))
        await transaction.$executeRawUnsafe(renameInAuditDetails, from, to, id)
    },
    noteCompletions(limit) {
      return transaction.$executeRawUnsafe(noteCompletions, limit)
    },
  }
}
