import type { QueryDialect } from '#server/database/queries/query.ts'
import { reportQuery } from '#server/database/queries/report-query.ts'
import { addDays, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { median } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { timeOf } from './figures.ts'
import { options } from './options.ts'
import { openStatements } from './statements.ts'
import { benchYear, storeWorkedRequests } from './worked-requests.ts'

const storedRequests = options.rows ?? 100_000
const times = 15
/** In ms, for the whole response. */
const maxMs = 300

/** The statement of a report of the year. */
function yearQuery(dialect: QueryDialect) {
  return reportQuery(dialect, startOfNewYorkDay(benchYear.from), startOfNewYorkDay(addDays(benchYear.to, 1)))
}

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  await storeWorkedRequests(url, storedRequests)
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  const server = await startOn(product, url)
  const address = `${server.origin}/api/trpc/reports.overview?input=${encodeURIComponent(JSON.stringify(benchYear))}`
  const ask = async () => {
    const answer = await fetch(address, { headers: { cookie } })
    const { result } = await answer.json()
    const { total, assignees } = result.data
    if (total.requests !== storedRequests || assignees.length < 2) throw new Error('the report counts wrong')
  }
  const raw = openStatements(url)
  const runAlone = async () => void (await raw.run(yearQuery(raw.dialect)))
  await ask()
  await runAlone()
  const [products, raws]: [number[], number[]] = [[], []]
  for (let round = 0; round < times; round++) {
    products.push(await timeOf(ask))
    raws.push(await timeOf(runAlone))
  }
  await raw.end()
  await server.end('SIGTERM')
  console.log(`\n${engine.name}: the report of a year with ${storedRequests} requests, median of ${times}`)
  console.table({
    'the product (ms)': median(products).toFixed(0),
    'its slowest (ms)': Math.max(...products).toFixed(0),
    'its statement by the driver alone (ms)': median(raws).toFixed(0),
    passes: median(products) <= maxMs,
  })
}

/** A report of a year beside its statement alone, on both engines. */
export async function benchReports(): Promise<void> {
  await onEachEngine(measure)
}
