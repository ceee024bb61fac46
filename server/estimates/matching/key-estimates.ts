import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/database/database.ts'
import { estimateKeys, noKeys } from './estimate-keys.ts'

/** Writes of others wait for a transaction, which takes tens of milliseconds on SQLite, and go before the next one. */
const together = 20
const pauseMs = 20

const select = {
  id: true,
  version: true,
  erasedAt: true,
  reference: true,
  name: true,
  email: true,
  phone: true,
  location: true,
  projectDescription: true,
  specificRequirements: true,
} as const

/**
 * Computes the keys of estimates that have none: those of earlier releases, and of processes that still run one. A migration
 * has all keys computed again by setting search_text to null. Several processes may do it at once.
 *
 * @returns how many were computed
 * @throws {DatabaseUnavailable}
 */
export async function keyEstimates(
  { read, transaction }: Pick<Database, 'read' | 'transaction'>,
  shouldStop: () => boolean,
): Promise<number> {
  let total = 0
  while (!shouldStop()) {
    const rows = await read.projectEstimate.findMany({
      where: { searchText: null },
      orderBy: { id: 'asc' },
      take: together,
      select,
    })
    if (rows.length === 0) break
    await transaction(async ({ projectEstimate }) => {
      for (const { id, version, erasedAt, ...answers } of rows)
        await projectEstimate.updateMany({
          where: { id, version, searchText: null },
          data: erasedAt ? noKeys : estimateKeys(answers),
        })
    })
    total += rows.length
    await delay(pauseMs)
  }
  return total
}
