import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { demoRequests } from '#server/demo/requests.ts'

const together = 5_000

/** A name that every thousandth request has. */
export const rareName = 'Zebulon'

/**
 * Stores many requests of the last half year with names, places, texts, kinds and budgets as people have them. Those that
 * are worked were contacted.
 *
 * @returns the id of the newest
 */
export async function storeVariedEstimates(databaseUrl: string, count: number, now: Date): Promise<string> {
  const database = await openDatabase({ url: databaseUrl, log: pino({ level: 'silent' }) })
  const requests = demoRequests(count, now).map((request, index) => ({
    ...request,
    name: index % 1_000 === 500 ? `${rareName} ${request.name}` : request.name,
    // As many numbers as people; the demonstration has those alone that ring nowhere.
    phone: `(718) ${String(200 + Math.floor(index / 10_000))}-${String(index % 10_000).padStart(4, '0')}`,
    emailKey: `${index % 90_000}.${request.email}`,
    phoneDigits: `718${200 + Math.floor(index / 10_000)}${String(index % 10_000).padStart(4, '0')}`,
  }))
  try {
    for (let start = 0; start < count; start += together)
      await database.transaction((_transaction, statements) =>
        statements.insertSubmissions(requests.slice(start, start + together), [], []),
      )
    await database.transaction((transaction) =>
      transaction.projectEstimate.updateMany({ where: { status: { not: 'new' } }, data: { firstContactAt: now } }),
    )
    return requests[0]?.id ?? ''
  } finally {
    await database.close()
  }
}
