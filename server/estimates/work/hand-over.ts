import type { Statements, Transaction } from '#server/database/database.ts'
import type { Actor } from '#server/estimates/timeline/estimate-events.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { saveAll } from './bulk-change.ts'
import { assignment } from './change-estimate.ts'

/** The number of estimates in one round. */
const batchSize = 1_000

type HandOver = {
  readonly from: Assignee
  /** Null unassigns them. */
  readonly to: Assignee | null
  /** Null for the command line. */
  readonly actor: Actor | null
  readonly at: Date
}

/**
 * Reassigns all open estimates of one person, or unassigns them, each with an event. Those with an outcome stay.
 *
 * @returns how many
 * @throws {Overtaken} if a colleague changed one of them meanwhile; the transaction can be tried again
 */
export async function handOverOpenEstimates(
  transaction: Pick<Transaction, 'projectEstimate'>,
  statements: Pick<Statements, 'openEstimates' | 'addEvents'>,
  { from, to, actor, at }: HandOver,
): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await statements.openEstimates(from.id, batchSize)
    const planned = rows.flatMap((row) => {
      const change = assignment(from, to?.id ?? null, to)
      return change ? [{ row, ...change }] : []
    })
    await saveAll(transaction, statements, { actor, at }, planned)
    count += planned.length
    if (rows.length < batchSize) return count
  }
}
