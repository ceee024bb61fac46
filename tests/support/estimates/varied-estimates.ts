import type { Database, NewEstimate } from '#server/database/database.ts'
import { demoEstimates } from '#server/demo/estimates.ts'
import { estimateKeys } from '#server/estimates/matching/estimate-keys.ts'

/** So few that a slow machine puts each statement together before PostgreSQL ends an idle transaction. */
const together = 100

/** A name that every thousandth request has. */
export const rareName = 'Zebulon'

/** Makes an estimate of the demonstration one of many: it repeats few names, and phone numbers that ring nowhere. */
export function oneOfMany(request: NewEstimate, index: number): NewEstimate {
  const [exchange, line] = [String(200 + Math.floor(index / 10_000)), String(index % 10_000).padStart(4, '0')]
  const answers = {
    ...request,
    name: index % 1_000 === 500 ? `${rareName} ${request.name}` : request.name,
    phone: `(718) ${exchange}-${line}`,
  }
  return { ...answers, ...estimateKeys(answers), emailKey: `${index % 90_000}.${request.email}` }
}

/**
 * Stores many requests of the last half year as people make them. Those that are worked were contacted.
 *
 * @param tidy runs now and then, as a database that is used for months is tidied by itself
 */
export async function storeVariedEstimates(
  database: Pick<Database, 'transaction'>,
  count: number,
  now: Date,
  tidy?: () => Promise<unknown>,
): Promise<void> {
  const requests = demoEstimates(count, now).map(oneOfMany)
  for (let start = 0; start < count; start += together) {
    const some = requests.slice(start, start + together)
    const worked = some.flatMap(({ id, status }) => (status === 'new' ? [] : [id]))
    await database.transaction(async ({ projectEstimate }) => {
      await projectEstimate.createMany({ data: some })
      await projectEstimate.updateMany({ where: { id: { in: worked } }, data: { firstContactAt: now } })
    })
    if (start % (100 * together) === 0) await tidy?.()
  }
}
