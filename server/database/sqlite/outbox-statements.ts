import type { OutboxEngine } from '#server/database/client/outbox-engine.ts'
import type { RecordedOutcome } from '#server/database/database.ts'
import {
  type ClaimedRow,
  claimedMessage,
  claimedMessagesFrom,
  dueMessages,
} from '#server/database/queries/claimed-messages.ts'
import { estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'
import { storedInstant, storedOrNull } from './stored-values.ts'
import type { DirectAccess } from './tuned-adapter.ts'

const claimMessages = `
  UPDATE outbox_messages SET attempts = attempts + 1, claim_token = :claimToken, next_attempt_at = :leaseEnd
  WHERE id IN (SELECT id FROM (${dueMessages({ now: ':now', limit: ':limit' })}))`

const readClaimed = `${claimedMessagesFrom('outbox_messages')} WHERE message.claim_token = ?`

// "Sent" needs no claim, because it prevents a second delivery. Plus signs keep SQLite from reading all that is pending.
const isHeld = `id = :id AND +state = 'pending' AND (:state = 'sent' OR +claim_token = :claimToken)`

const recordOutcome = `
  UPDATE outbox_messages SET
    claim_token = NULL,
    state = :state,
    next_attempt_at = coalesce(:nextAttemptAt, next_attempt_at),
    last_error = CASE :state WHEN 'sent' THEN NULL ELSE coalesce(:lastError, last_error) END,
    provider_id = :providerId,
    sent_at = :sentAt
  WHERE ${isHeld}`

const dropMessage = `DELETE FROM outbox_messages WHERE ${isHeld}`

const findEstimate = 'SELECT estimate_id FROM outbox_messages WHERE id = ?'

/** These bypass Prisma, whose transactions cost more than the statements. */
export function sqliteOutboxStatements({ prepare, transact }: DirectAccess): OutboxEngine {
  const claim = prepare(claimMessages)
  // By default, Prisma's connection returns every integer as a bigint.
  const read = prepare(readClaimed).safeIntegers(false)
  const record = prepare(recordOutcome)
  const drop = prepare(dropMessage)
  const estimate = prepare(findEstimate).pluck()

  function isRecorded({ state, nextAttemptAt, sentAt, ...row }: RecordedOutcome): boolean {
    const { changes } =
      state === 'dropped'
        ? drop.run({ id: row.id, claimToken: row.claimToken, state })
        : record.run({ ...row, state, nextAttemptAt: storedOrNull(nextAttemptAt), sentAt: storedOrNull(sentAt) })
    return changes > 0
  }

  return {
    claimMessages({ claimToken, now, leaseEnd, limit }) {
      return transact(() => {
        const values = { claimToken, leaseEnd: storedInstant(leaseEnd), now: storedInstant(now), limit }
        const { changes } = claim.run(values)
        if (changes === 0) return []
        return (read.all(claimToken) as StoredRow[]).map((row) => claimedMessage(readRow(row)))
      })
    },
    recordOutcomes(outcomes) {
      return transact(() => {
        const held = outcomes.filter(isRecorded)
        const failed = held.filter(({ state }) => state === 'failed')
        return {
          held: held.map(({ id }) => id),
          failed: failed.map(({ id }) => estimate.get(id) as string | null).filter((id) => id !== null),
        }
      })
    },
  }
}

type StoredRow = { readonly [column: string]: string | number | null }

const flags = [...estimateFieldNames.filter((name) => estimateFields[name].kind === 'flag'), 'formVerified'].map(
  (name) => `estimate_${name}`,
)

function readRow(stored: StoredRow): ClaimedRow {
  const row: Record<string, unknown> = { ...stored }
  for (const column of ['createdAt', 'estimate_createdAt', 'estimate_dueAt'])
    row[column] = typeof stored[column] === 'string' ? new Date(stored[column]) : null
  for (const column of flags) row[column] = stored[column] === 1
  return row as ClaimedRow
}
