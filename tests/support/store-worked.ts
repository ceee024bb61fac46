import { randomUUID } from 'node:crypto'
import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import type { TestApp } from './test-app.ts'

/**
 * Stores requests of which any column can be set, without events and e-mails.
 *
 * @returns their ids
 */
export async function storeWorked(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  each: readonly Partial<ProjectEstimate>[],
): Promise<string[]> {
  const rows = each.map((columns) => {
    const id = randomUUID()
    const { createdAt = clock.now() } = columns
    return {
      id,
      reference: `T-${id}`,
      name: 'Ada Romero',
      email: 'ada.romero@example.com',
      projectType: 'kitchen-remodel',
      location: 'Astoria, NY 11102',
      timeline: '1-2-months',
      budgetRange: '50k-100k',
      createdAt,
      dueAt: responseDueAt(createdAt),
      requestKey: randomUUID(),
      valuesDigest: id,
      senderDigest: id,
      ...columns,
    }
  })
  await database.transaction((transaction) => transaction.projectEstimate.createMany({ data: rows }))
  return rows.map(({ id }) => id)
}
