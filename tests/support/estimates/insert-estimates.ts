import { insertRow } from '#tests/support/database/insert-row.ts'
import { buildEstimate, type EstimateColumns } from './build-estimate.ts'

const statuses = ['new', 'in_progress', 'completed', 'on_hold'] as const

/**
 * Stores estimates in the database of a server that runs elsewhere. Each is a millisecond older than the one before it,
 * every fourth one is urgent, and their statuses take turns.
 */
export async function insertEstimates(databaseUrl: string, each: readonly EstimateColumns[]): Promise<void> {
  const now = Date.now()
  for (const [index, columns] of each.entries()) {
    const varied = { createdAt: new Date(now - index), urgent: index % 4 === 0, status: statuses[index % 4] ?? 'new' }
    await insertRow(databaseUrl, 'project_estimates', buildEstimate({ ...varied, ...columns }))
  }
}
