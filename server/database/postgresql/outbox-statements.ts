import type pg from 'pg'
import { ChangeSet } from '#server/database/client/committed.ts'
import type { OutboxEngine } from '#server/database/client/outbox-engine.ts'
import {
  type ClaimedRow,
  claimedMessage,
  claimedMessagesFrom,
  dueMessages,
} from '#server/database/queries/claimed-messages.ts'
import { type CommitChannel, channelName } from './commit-channel.ts'
import { inTransaction } from './in-transaction.ts'

// SKIP LOCKED lets workers claim different messages without waiting.
const claimMessages = `
  WITH due AS MATERIALIZED (
    ${dueMessages({ now: '$3::timestamptz', limit: '$4', lock: 'FOR UPDATE SKIP LOCKED' })}),
  claimed AS (
    UPDATE outbox_messages SET attempts = attempts + 1, claim_token = $1, next_attempt_at = $2::timestamptz
    WHERE id IN (SELECT id FROM due)
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
    RETURNING outbox_messages.id, estimate_id, outcome.state),
  recorded AS (
    UPDATE outbox_messages SET
      claim_token = NULL,
      state = outcome.state,
      next_attempt_at = coalesce(outcome."nextAttemptAt", next_attempt_at),
      last_error = CASE outcome.state WHEN 'sent' THEN NULL ELSE coalesce(outcome."lastError", last_error) END,
      provider_id = outcome."providerId",
      sent_at = outcome."sentAt"
    FROM outcomes AS outcome WHERE outcome.state <> 'dropped' AND ${isHeld}
    RETURNING outbox_messages.id, estimate_id, outcome.state)
  SELECT id, estimate_id, state FROM dropped UNION ALL SELECT id, estimate_id, state FROM recorded`

type RecordedRow = { readonly id: string; readonly estimate_id: string | null; readonly state: string }

export function postgresqlOutboxStatements(pool: pg.Pool, channel: Pick<CommitChannel, 'message'>): OutboxEngine {
  return {
    async claimMessages({ claimToken, now, leaseEnd, limit }) {
      const query = { text: claimMessages, values: [claimToken, leaseEnd, now, limit] }
      return await inTransaction(pool, async (client) => {
        const { rows } = await client.query<ClaimedRow>(query)
        return rows.map(claimedMessage)
      })
    },
    async recordOutcomes(outcomes) {
      const query = { text: recordOutcomes, values: [JSON.stringify(outcomes)] }
      return await inTransaction(pool, async (client) => {
        const { rows } = await client.query<RecordedRow>(query)
        const failed = rows.flatMap(({ estimate_id, state }) => {
          return state === 'failed' && estimate_id !== null ? [estimate_id] : []
        })
        for (const notification of notificationOf(failed, channel)) await client.query(notification)
        return { held: rows.map(({ id }) => id), failed }
      })
    },
  }
}

function notificationOf(failed: readonly string[], channel: Pick<CommitChannel, 'message'>): pg.QueryConfig[] {
  if (failed.length === 0) return []
  const changes = new ChangeSet()
  changes.add({ changed: failed })
  return [{ text: 'SELECT pg_notify($1, $2)', values: [channelName, channel.message(changes.take())] }]
}
