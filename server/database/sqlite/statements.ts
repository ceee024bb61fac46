import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { NewEstimate, NewOutboxMessage, Statements, StoredAttempts } from '#server/database/database.ts'
import { beforeInstant, type FoundEstimatesRow, foundEstimates } from '#server/database/queries/found-estimates.ts'
import { newEstimateColumns } from '#server/database/queries/new-estimate-columns.ts'

/** Prisma's adapter uses the same form, so that all rows sort alike. */
export function storedInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00')
}

const storedOrNull = (instant: Date | null) => instant && storedInstant(instant)

const storedMessage = (row: NewOutboxMessage) => ({ ...row, createdAt: storedInstant(row.createdAt) })

function storedEstimate(row: NewEstimate) {
  const { createdAt, dueAt, quarantinedAt } = row
  return {
    ...row,
    createdAt: storedInstant(createdAt),
    dueAt: storedOrNull(dueAt),
    quarantinedAt: storedOrNull(quarantinedAt),
  }
}

const findEstimates = `
  SELECT
    (SELECT json_group_array(json_object('reference', reference, 'requestKey', request_key, 'valuesDigest', values_digest,
      'senderDigest', sender_digest, 'createdAt', created_at))
      FROM (
        SELECT reference, request_key, values_digest, sender_digest, created_at
          FROM project_estimates WHERE request_key IN (SELECT value FROM json_each(?))
        UNION
        SELECT reference, request_key, values_digest, sender_digest, created_at
          FROM project_estimates WHERE sender_digest IN (SELECT value FROM json_each(?)) AND created_at >= ?)
    ) AS submissions,
    (SELECT json_group_array(json_object('key', key, 'hits', hits, 'blocks', blocks, 'windowEndsAt', window_ends_at))
      FROM attempts WHERE key IN (SELECT value FROM json_each(?))
    ) AS attempts,
    (SELECT json_group_array(json_object('emailKey', email_key, 'inHour', in_hour, 'inDay', in_day))
      FROM (
        SELECT email_key, count(*) FILTER (WHERE created_at > ?) AS in_hour, count(*) AS in_day
          FROM project_estimates WHERE email_key IN (SELECT value FROM json_each(?)) AND created_at > ? GROUP BY email_key)
    ) AS emails`

const insertEstimates = `
  INSERT INTO project_estimates (${newEstimateColumns.map(({ column }) => column).join(', ')})
  SELECT ${newEstimateColumns.map(({ field }) => `value->>'${field}'`).join(', ')} FROM json_each(?)`

const insertMessages = `
  INSERT INTO outbox_messages (id, kind, estimate_id, created_at, next_attempt_at)
  SELECT value->>'id', value->>'kind', value->>'estimateId', value->>'createdAt', value->>'createdAt' FROM json_each(?)`

const claimMessages = `
  UPDATE outbox_messages SET attempts = attempts + 1, claim_token = ?, next_attempt_at = ?
  WHERE id IN (
    SELECT id FROM outbox_messages WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?)`

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
    async findEstimates({ requestKeys, senderDigests, since, attemptKeys, emailKeys, emailsUntil }) {
      const { hourAgo, dayAgo } = beforeInstant(emailsUntil)
      const rows = await transaction.$queryRawUnsafe<FoundEstimatesRow[]>(
        findEstimates,
        JSON.stringify(requestKeys),
        JSON.stringify(senderDigests),
        storedInstant(since),
        JSON.stringify(attemptKeys),
        storedInstant(hourAgo),
        JSON.stringify(emailKeys),
        storedInstant(dayAgo),
      )
      return foundEstimates(rows)
    },
    async insertNewEstimates(estimates, messages, attempts) {
      await transaction.$executeRawUnsafe(insertEstimates, JSON.stringify(estimates.map(storedEstimate)))
      await transaction.$executeRawUnsafe(insertMessages, JSON.stringify(messages.map(storedMessage)))
      await store(attempts)
    },
    claimMessages({ claimToken, now, leaseEnd, limit }) {
      return transaction.$executeRawUnsafe(
        claimMessages,
        claimToken,
        storedInstant(leaseEnd),
        storedInstant(now),
        limit,
      )
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
  }
}
