import type { Prisma } from '#prisma/generated/sqlite/client.ts'
import type { OutboxStatements } from '#server/database/database.ts'
import { type ClaimedRow, claimedMessage, claimedMessagesFrom } from '#server/database/queries/claimed-messages.ts'
import { storedInstant, storedValue } from './statements.ts'

const claimMessages = `
  UPDATE outbox_messages SET attempts = attempts + 1, claim_token = ?, next_attempt_at = ?
  WHERE id IN (
    SELECT id FROM (
      SELECT id, alone, sum(alone) OVER (ORDER BY next_attempt_at, id) AS number FROM (
        SELECT id, next_attempt_at, attempts > 0 OR address IS NOT NULL AS alone FROM outbox_messages
        WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?))
    WHERE NOT alone OR number <= ?)`

const readClaimed = `${claimedMessagesFrom('outbox_messages')} WHERE message.claim_token = ?`

// "Sent" needs no claim, because it prevents a second delivery. Plus signs keep SQLite from reading all that is pending.
const recordOutcomes = `
  UPDATE outbox_messages SET
    claim_token = NULL,
    state = outcome.value->>'state',
    next_attempt_at = coalesce(outcome.value->>'nextAttemptAt', next_attempt_at),
    last_error = CASE outcome.value->>'state' WHEN 'sent' THEN NULL ELSE coalesce(outcome.value->>'lastError', last_error) END,
    provider_id = outcome.value->>'providerId',
    sent_at = outcome.value->>'sentAt'
  FROM json_each(?) AS outcome
  WHERE outbox_messages.id = outcome.value->>'id' AND +outbox_messages.state = 'pending'
    AND (outcome.value->>'state' = 'sent' OR +outbox_messages.claim_token = outcome.value->>'claimToken')
  RETURNING outbox_messages.id`

export function sqliteOutboxStatements(transaction: Prisma.TransactionClient): OutboxStatements {
  return {
    async claimMessages({ claimToken, now, leaseEnd, limit, maxAlone }) {
      const values = [claimToken, storedInstant(leaseEnd), storedInstant(now), limit, maxAlone]
      const count = await transaction.$executeRawUnsafe(claimMessages, ...values)
      if (count === 0) return []
      const rows = await transaction.$queryRawUnsafe<ClaimedRow[]>(readClaimed, claimToken)
      return rows.map(claimedMessage)
    },
    async recordOutcomes(outcomes) {
      const rows = outcomes.map(({ nextAttemptAt, sentAt, ...row }) => {
        return { ...row, nextAttemptAt: storedValue(nextAttemptAt), sentAt: storedValue(sentAt) }
      })
      const held = await transaction.$queryRawUnsafe<{ id: string }[]>(recordOutcomes, JSON.stringify(rows))
      return held.map(({ id }) => id)
    },
  }
}
