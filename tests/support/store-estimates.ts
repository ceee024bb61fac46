import { randomUUID } from 'node:crypto'
import { emailKey } from '#server/domain/estimates/contact-keys.ts'
import { responseDueAt } from '#shared/estimates/response-clock.ts'
import { estimateInput } from './estimate-request.ts'
import type { TestApp } from './test-app.ts'

/**
 * Stores requests that were made at these many milliseconds after the clock's time, without any e-mail.
 *
 * @returns their ids
 */
export async function storeEstimates(
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  offsets: readonly number[],
): Promise<string[]> {
  const { name, email, projectType, location, timeline, budgetRange } = estimateInput()
  const values = { name, email, projectType, location, timeline, budgetRange }
  const rows = offsets.map((offset) => ({
    ...values,
    emailKey: emailKey(email),
    id: randomUUID(),
    reference: randomUUID(),
    requestKey: randomUUID(),
    status: 'new',
    valuesDigest: 'digest',
    senderDigest: randomUUID(),
    createdAt: new Date(clock.now().getTime() + offset),
    dueAt: responseDueAt(new Date(clock.now().getTime() + offset)),
  }))
  await database.transaction((transaction) => transaction.projectEstimate.createMany({ data: rows }))
  return rows.map(({ id }) => id)
}

/** The same for a single request, made now. */
export async function storeEstimate(test: Pick<TestApp, 'database' | 'clock'>): Promise<string> {
  const [id = ''] = await storeEstimates(test, [0])
  return id
}
