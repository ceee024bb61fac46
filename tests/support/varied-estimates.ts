import type { Database } from '#server/database/database.ts'
import { demoRequests } from '#server/demo/requests.ts'

const together = 5_000

/** A name that every thousandth request has. */
export const rareName = 'Zebulon'

/** Stores many requests of the last half year as people make them. Those that are worked were contacted. */
export async function storeVariedEstimates(
  database: Pick<Database, 'transaction'>,
  count: number,
  now: Date,
): Promise<void> {
  const requests = demoRequests(count, now).map((request, index) => {
    // As many numbers as requests; the demonstration has but those that ring nowhere.
    const [exchange, line] = [String(200 + Math.floor(index / 10_000)), String(index % 10_000).padStart(4, '0')]
    return {
      ...request,
      name: index % 1_000 === 500 ? `${rareName} ${request.name}` : request.name,
      phone: `(718) ${exchange}-${line}`,
      phoneDigits: `718${exchange}${line}`,
      emailKey: `${index % 90_000}.${request.email}`,
    }
  })
  for (let start = 0; start < count; start += together)
    await database.transaction((_transaction, statements) =>
      statements.insertSubmissions(requests.slice(start, start + together), [], []),
    )
  await database.transaction((transaction) =>
    transaction.projectEstimate.updateMany({ where: { status: { not: 'new' } }, data: { firstContactAt: now } }),
  )
}
