import type pg from 'pg'
import type { NewEstimateRows, StoreEstimates } from '#server/database/database.ts'
import { type FoundEstimatesRow, foundEstimates, isAcknowledged } from '#server/database/queries/found-estimates.ts'
import type { CommitChannel } from './commit-channel.ts'
import { inTransaction, sentTogether } from './in-transaction.ts'
import { insertNewEstimates, lockStatement, lockValues, newEstimateValues, writeAttempts } from './statements.ts'

const findEstimates = `
  SELECT
    (SELECT coalesce(json_agg(stored), '[]')::text
      FROM (
        SELECT reference, request_key AS "requestKey", values_digest AS "valuesDigest", sender_digest AS "senderDigest",
          created_at AS "createdAt", ${isAcknowledged} AS acknowledged
          FROM project_estimates WHERE request_key = ANY($1::text[])
        UNION
        SELECT reference, request_key, values_digest, sender_digest, created_at, ${isAcknowledged}
          FROM project_estimates WHERE sender_digest = ANY($2::text[]) AND created_at >= $3::timestamptz) AS stored
    ) AS submissions,
    (SELECT coalesce(json_agg(json_build_object('key', key, 'hits', hits, 'blocks', blocks, 'windowEndsAt', window_ends_at)), '[]')::text
      FROM attempts WHERE key = ANY($4::text[])
    ) AS attempts`

type Channel = Pick<CommitChannel, 'message'>

/**
 * Takes two round trips, because statements that do not depend on each other are sent together.
 *
 * @param pool of connections in pipeline mode
 */
export function storeEstimatesOf(pool: pg.Pool, channel: Channel): StoreEstimates {
  return async (lookup, decide) => {
    const { requestKeys, senderDigests, since, attemptKeys } = lookup
    const wanted = [requestKeys, senderDigests, since, attemptKeys]
    return await inTransaction(pool, async (client) => {
      const [, , { rows }] = await sentTogether(client, () =>
        Promise.all([
          client.query({ text: 'BEGIN' }),
          client.query({
            name: 'lock',
            text: lockStatement,
            values: lockValues([...requestKeys, ...senderDigests, ...attemptKeys]),
          }),
          // Its snapshot is taken when it begins, so it sees what the locks waited for.
          client.query<FoundEstimatesRow>({ name: 'find-estimates', text: findEstimates, values: wanted }),
        ]),
      )
      const decision = decide(foundEstimates(rows))
      const writes = [...writesOf(decision, channel), { text: 'COMMIT' }]
      await sentTogether(client, () => Promise.all(writes.map((query) => client.query(query))))
      return decision
    })
  }
}

function writesOf(rows: NewEstimateRows, channel: Channel): pg.QueryConfig[] {
  if (rows.estimates.length > 0)
    return [{ name: 'insert-estimates', text: insertNewEstimates, values: newEstimateValues(rows, channel) }]
  if (rows.attempts.length > 0)
    return [{ name: 'write-attempts', text: writeAttempts, values: [JSON.stringify(rows.attempts)] }]
  return []
}
