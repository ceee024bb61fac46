import type { Statements, Transaction } from '#server/database/database.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { assignment } from './change-estimate.ts'
import { saveAll } from './change-many.ts'
import type { Actor } from './estimate-events.ts'

/** Of one round. On SQLite, nothing else runs during a statement. */
const batchSize = 100

type HandOver = { readonly from: Assignee; readonly to: Assignee | null; readonly actor: Actor; readonly at: Date }

/**
 * Reassigns all open estimates of one person, or unassigns them, each with an event. Those with an outcome stay.
 *
 * @returns how many
 * @throws {Overtaken} if a colleague changed one of them meanwhile; the transaction can be tried again
 */
export async function handOverOpenEstimates(
  transaction: Transaction,
  statements: Pick<Statements, 'openEstimates'>,
  { from, to, actor, at }: HandOver,
): Promise<number> {
  let count = 0
  for (;;) {
    const rows = await statements.openEstimates(from.id, batchSize)
    const planned = rows.flatMap((row) => {
      const change = assignment(from, to?.id ?? null, to)
      return change ? [{ row, ...change }] : []
    })
    await saveAll(transaction, actor, at, planned)
    count += planned.length
    if (rows.length < batchSize) return count
  }
}
