import type { TestApp } from '#tests/support/server/test-app.ts'
import { buildEstimate, type EstimateColumns } from './build-estimate.ts'

type Place = Pick<TestApp, 'database' | 'clock'>

/**
 * Stores estimates through the app's database, made at the clock's time, without events and emails.
 *
 * @returns their ids
 */
export async function storeEstimates({ database, clock }: Place, each: readonly EstimateColumns[]): Promise<string[]> {
  const rows = each.map((columns) => buildEstimate({ createdAt: clock.now(), ...columns }))
  await database.transaction((transaction) => transaction.projectEstimate.createMany({ data: rows }))
  return rows.map(({ id }) => id)
}

/** The same for a single estimate. */
export async function storeEstimate(place: Place, columns: EstimateColumns = {}): Promise<string> {
  const [id = ''] = await storeEstimates(place, [columns])
  return id
}

/** The same for estimates that are made these many milliseconds after the clock's time. */
export function storeEstimatesAt(place: Place, offsets: readonly number[]): Promise<string[]> {
  const now = place.clock.now().getTime()
  return storeEstimates(
    place,
    offsets.map((offset) => ({ createdAt: new Date(now + offset) })),
  )
}
