import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { Statements, StoredAttempts } from '#server/database/database.ts'
import {
  type OpenEstimateRow,
  openEstimates,
  openEstimatesQuery,
} from '#server/database/queries/open-estimates-query.ts'
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
    async openEstimates(assigneeId, limit) {
      const { sql, values } = openEstimatesQuery(sqliteQueries, assigneeId, limit)
      return openEstimates(await transaction.$queryRawUnsafe<OpenEstimateRow[]>(sql, ...values))
    },
  }
}
