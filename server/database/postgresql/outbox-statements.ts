import type pg from 'pg'
import type { OutboxStatements } from '#server/database/database.ts'
import { type ClaimedRow, claimedMessage, claimedMessagesFrom } from '#server/database/queries/claimed-messages.ts'
import { inTransaction } from './in-transaction.ts'

// SKIP LOCKED lets workers claim different messages without waiting.
const claimMessages = `
  WITH due AS MATERIALIZED (
    SELECT id, next_attempt_at, attempts > 0 OR address IS NOT NULL AS alone FROM outbox_messages
    WHERE state = 'pending' AND next_attempt_at <= $3::timestamptz
    ORDER BY next_attempt_at LIMIT $4 FOR UPDATE SKIP LOCKED),
  counted AS (
    SELECT id, alone, count(*) FILTER (WHERE alone) OVER (ORDER BY next_attempt_at, id) AS number FROM due),
  claimed AS (
    UPDATE outbox_messages SET attempts = attempts + 1, claim_token = $1, next_attempt_at = $2::timestamptz
    WHERE id IN (SELECT id FROM counted WHERE NOT alone OR number <= $5)
    RETURNING *)
  ${claimedMessagesFrom('claimed')}`

// "Sent" needs no claim, because it prevents a second delivery.
const isHeld = `
  outbox_messages.id = outcome.id AND outbox_messages.state = 'pending'
    AND (outcome.state = 'sent' OR outbox_messages.claim_token = outcome."claimToken")`

const recordOutcomes = `
  WITH outcomes AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS outcome(id text, "claimToken" text, state text,
      "nextAttemptAt" timestamptz, "lastError" text, "providerId" text, "sentAt" timestamptz)),
  dropped AS (
    DELETE FROM outbox_messages USING outcomes AS outcome WHERE outcome.state = 'dropped' AND ${isHeld}
    RETURNING outbox_messages.id),
  recorded AS (
    UPDATE outbox_messages SET
      claim_token = NULL,
      state = outcome.state,
      next_attempt_at = coalesce(outcome."nextAttemptAt", next_attempt_at),
      last_error = CASE outcome.state WHEN 'sent' THEN NULL ELSE coalesce(outcome."lastError", last_error) END,
      provider_id = outcome."providerId",
      sent_at = outcome."sentAt"
    FROM outcomes AS outcome WHERE outcome.state <> 'dropped' AND ${isHeld}
    RETURNING outbox_messages.id)
  SELECT id FROM dropped UNION ALL SELECT id FROM recorded`

/** One round trip each. @param pool of connections in pipeline mode */
export function postgresqlOutboxStatements(pool: pg.Pool): OutboxStatements {
  async function rowsOf<Row extends object>(query: pg.QueryConfig): Promise<Row[]> {
    return await inTransaction(pool, async (client) => {
      const [, { rows }] = await Promise.all([
        client.query({ text: 'BEGIN' }),
        client.query<Row>(query),
        client.query({ text: 'COMMIT' }),
      ])
      return rows
    })
  }

  return {
    async claimMessages({ claimToken, now, leaseEnd, limit, maxAlone }) {
      const values = [claimToken, leaseEnd, now, limit, maxAlone]
      return (await rowsOf<ClaimedRow>({ name: 'claim-messages', text: claimMessages, values })).map(claimedMessage)
    },
    async recordOutcomes(outcomes) {
      const values = [JSON.stringify(outcomes)]
      const held = await rowsOf<{ id: string }>({ name: 'record-outcomes', text: recordOutcomes, values })
      return held.map(({ id }) => id)
    },
  }
}
