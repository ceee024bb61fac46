import type { QueryDialect } from '#server/database/queries/query.ts'
import { kindsQuery, responsesQuery, weeksQuery } from '#server/database/queries/report-query.ts'
import { addDays, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
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

/** The three statements of a report of the year. */
function reportQueries(dialect: QueryDialect) {
  const weeks = firstDaysOfWeeks(benchYear.from, benchYear.to)
  const boundaries = [...weeks, addDays(benchYear.to, 1)].map(startOfNewYorkDay)
  const scope = { boundaries, now: new Date(), promisedMs: responseHours * hourMs }
  return [weeksQuery, kindsQuery, responsesQuery].map((query) => query(dialect, scope))
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
  const queries = reportQueries(raw.dialect)
  const runAlone = async () => {
    for (const query of queries) await raw.run(query)
  }
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
    'its statements by the driver alone (ms)': median(raws).toFixed(0),
    passes: median(products) <= maxMs,
  })
}

/** A report of a year beside its statements alone, on both engines. */
export async function benchReports(): Promise<void> {
  await onEachEngine(measure)
}
