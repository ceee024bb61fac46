import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Statements, StoredAttempts } from '#server/database/database.ts'
import { dueMessagesQuery } from '#server/database/queries/due-messages-query.ts'
import {
  type OpenEstimateRow,
  openEstimates,
  openEstimatesQuery,
} from '#server/database/queries/open-estimates-query.ts'
import { addressReplacements } from '#server/database/queries/renamed-account.ts'
import { sqliteQueries } from './queries.ts'
import { storedInstant } from './stored-values.ts'

const storeSignUp = `
  INSERT INTO users (id, email, password_hash, pending_digest, created_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (email) DO UPDATE SET
    password_hash = CASE WHEN users.confirmed_at IS NULL THEN excluded.password_hash ELSE users.password_hash END,
    pending_digest = CASE WHEN users.confirmed_at IS NULL THEN excluded.pending_digest ELSE users.pending_digest END
  RETURNING confirmed_at IS NULL AS unconfirmed`

const readAttempts = `
  SELECT key, hits, blocks, window_ends_at AS windowEndsAt FROM attempts WHERE key IN (SELECT value FROM json_each(?))`

// Without WHERE true, SQLite would parse ON as a join condition.
const writeAttempts = `
  INSERT INTO attempts (key, hits, blocks, window_ends_at)
  SELECT value->>'key', value->>'hits', value->>'blocks', value->>'windowEndsAt' FROM json_each(?) WHERE true
  ON CONFLICT (key) DO UPDATE SET hits = excluded.hits, blocks = excluded.blocks, window_ends_at = excluded.window_ends_at`

// Foreign keys delete the batches, too.
const deleteExports = `
  DELETE FROM estimate_exports WHERE id IN (SELECT id FROM estimate_exports WHERE at < ? ORDER BY id LIMIT ?)`

const deleteAuditEntries = `
  DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < ? ORDER BY at LIMIT ?)`

const addEvents = `
  INSERT INTO estimate_events (id, estimate_id, kind, actor_id, actor_email, actor_name, at, details, entry_key)
  SELECT value->>'id', value->>'estimateId', value->>'kind', value->>'actorId', value->>'actorEmail', value->>'actorName',
    value->>'at', value->>'details', value->>'entryKey' FROM json_each(?)`

// The texts that `ChangeOf` in server/estimates/timeline/estimate-events.ts has for these kinds.
const eraseEventWords = `
  UPDATE estimate_events SET details = CASE kind
    WHEN 'note' THEN json_set(details, '$.text', '')
    WHEN 'contact' THEN json_set(details, '$.note', NULL)
    WHEN 'outcome' THEN json_set(details, '$.reason', NULL)
    WHEN 'entered' THEN json_set(details, '$.caller', NULL)
    ELSE json_set(details, '$.changes', json('[]')) END
  WHERE estimate_id IN (SELECT value FROM json_each(?)) AND kind IN ('note', 'contact', 'outcome', 'entered', 'details')`

const lastOfNextEvents = `
  SELECT max(id) AS id FROM (SELECT id FROM estimate_events WHERE id > ? ORDER BY id LIMIT ?)`

const renameActor =
  'UPDATE estimate_events SET actor_email = ?, actor_name = NULL WHERE id > ? AND id <= ? AND actor_id = ?'

const renameAssignee = `
  UPDATE estimate_events SET details = replace(details, ?, ?)
  WHERE id > ? AND id <= ? AND kind = 'assigned' AND instr(details, ?) > 0`

const renameAssigneeById = (field: 'from' | 'to') => `
  UPDATE estimate_events SET details = json_set(details, '$.${field}', ?)
  WHERE id > ? AND id <= ? AND kind = 'assigned' AND details->>'${field}Id' = ?`

const renameInExports = 'UPDATE estimate_exports SET actor_email = ?, actor_name = NULL WHERE actor_id = ?'

// Devices and networks of failures go, too.
const renameInAudit = `
  UPDATE audit_entries SET actor_email = CASE actor_id WHEN ? THEN ? ELSE actor_email END,
    subject_email = CASE subject_id WHEN ? THEN ? ELSE subject_email END,
    details = CASE WHEN kind IN ('sign-in.failed', 'access.refused') THEN '{}' ELSE details END
  WHERE actor_id = ? OR subject_id = ?`

const renameInAuditDetails = `
  UPDATE audit_entries SET details = replace(details, ?, ?) WHERE (actor_id = ? OR subject_id = ?) AND instr(details, ?) > 0`

const noteCompletions = `
  UPDATE project_estimates SET completed_at = coalesce(
    (SELECT max(at) FROM estimate_events
      WHERE estimate_id = project_estimates.id AND kind = 'status' AND details->>'to' = 'completed'), created_at)
  WHERE id IN (
    SELECT id FROM project_estimates INDEXED BY project_estimates_completed_idx
    WHERE status = 'completed' AND quarantined_at IS NULL AND erased_at IS NULL AND completed_at IS NULL LIMIT ?)`

export function sqliteStatements(transaction: Prisma.TransactionClient): Statements {
  async function store(attempts: readonly StoredAttempts[]): Promise<void> {
    if (attempts.length === 0) return
    const rows = attempts.map((row) => ({ ...row, windowEndsAt: storedInstant(row.windowEndsAt) }))
    await transaction.$executeRawUnsafe(writeAttempts, JSON.stringify(rows))
  }

  return {
    async lock() {
      // Transactions wait for one another anyway.
    },
    async storeSignUp({ id, email, passwordHash, pendingDigest, createdAt }) {
      const values = [id, email, passwordHash, pendingDigest, storedInstant(createdAt)]
      const rows = await transaction.$queryRawUnsafe<{ unconfirmed: unknown }[]>(storeSignUp, ...values)
      return rows.some(({ unconfirmed }) => Boolean(unconfirmed))
    },
    readAttempts(keys) {
      return transaction.$queryRawUnsafe<StoredAttempts[]>(readAttempts, JSON.stringify(keys))
    },
    writeAttempts: store,
    deleteExports(before, limit) {
      return transaction.$executeRawUnsafe(deleteExports, storedInstant(before), limit)
    },
    deleteAuditEntries(before, limit) {
      return transaction.$executeRawUnsafe(deleteAuditEntries, storedInstant(before), limit)
    },
    async addEvents(events) {
      const rows = events.map((event) => ({ ...event, at: storedInstant(event.at) }))
      await transaction.$executeRawUnsafe(addEvents, JSON.stringify(rows))
    },
    async findDueMessages(now, limit) {
      const { sql, values } = dueMessagesQuery(sqliteQueries, now, limit)
      const rows = await transaction.$queryRawUnsafe<{ id: string }[]>(sql, ...values)
      return rows.map(({ id }) => id)
    },
    async openEstimates(assigneeId, limit) {
      const { sql, values } = openEstimatesQuery(sqliteQueries, assigneeId, limit)
      return openEstimates(await transaction.$queryRawUnsafe<OpenEstimateRow[]>(sql, ...values))
    },
    async eraseEventWords(estimateIds) {
      await transaction.$executeRawUnsafe(eraseEventWords, JSON.stringify(estimateIds))
    },
    async renameInEvents(account, afterId, limit) {
      const [last] = await transaction.$queryRawUnsafe<{ id: string | null }[]>(lastOfNextEvents, afterId, limit)
      if (!last?.id) return undefined
      await transaction.$executeRawUnsafe(renameActor, account.name, afterId, last.id, account.id)
      for (const field of ['from', 'to'] as const)
        await transaction.$executeRawUnsafe(renameAssigneeById(field), account.name, afterId, last.id, account.id)
      // Events from before accounts had names say only the address.
      for (const { from, to } of addressReplacements(account))
        await transaction.$executeRawUnsafe(renameAssignee, from, to, afterId, last.id, from)
      return last.id
    },
    async renameInLogs(account) {
      const { id, name } = account
      await transaction.$executeRawUnsafe(renameInExports, name, id)
      await transaction.$executeRawUnsafe(renameInAudit, id, name, id, name, id, id)
      for (const { from, to } of addressReplacements(account))
        await transaction.$executeRawUnsafe(renameInAuditDetails, from, to, id, id, from)
    },
    noteCompletions(limit) {
      return transaction.$executeRawUnsafe(noteCompletions, limit)
    },
  }
}
