import pg from 'pg'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import type { QueryDialect } from '#server/database/queries/query.ts'
import { kindsQuery, responsesQuery, weeksQuery } from '#server/database/queries/report-query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { isSqliteUrl, sqlitePath } from '#server/database/sqlite-path.ts'
import { addDays, firstDaysOfWeeks, startOfNewYorkDay } from '#shared/calendar-days.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { median, timeOf } from './figures.ts'
import { options } from './options.ts'
import { benchYear, storeWorkedRequests } from './worked-requests.ts'

const storedRequests = options.rows ?? 100_000
const times = 15
/** In ms, for the whole response. */
const maxMs = 300

type RawReport = { run(): Promise<unknown>; end(): Promise<void> }

async function rawReport(url: string): Promise<RawReport> {
  const weeks = firstDaysOfWeeks(benchYear.from, benchYear.to)
  const boundaries = [...weeks, addDays(benchYear.to, 1)].map(startOfNewYorkDay)
  const scope = { boundaries, now: new Date(), promisedMs: responseHours * hourMs }
  const queriesFor = (dialect: QueryDialect) =>
    [weeksQuery, kindsQuery, responsesQuery].map((query) => query(dialect, scope))
  if (isSqliteUrl(url)) {
    const connection = openConnection(sqlitePath(url))
    const statements = queriesFor(sqliteQueries).map(({ sql, values }) => connection.prepare(sql).bind(...values))
    return {
      run: async () => statements.map((statement) => statement.all()),
      end: async () => void connection.close(),
    }
  }
  const queries = queriesFor(postgresqlQueries)
  const connection = new pg.Client({ connectionString: url })
  await connection.connect()
  return {
    async run() {
      for (const { sql, values } of queries) await connection.query(sql, [...values])
    },
    end: () => connection.end(),
  }
}

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  await storeWorkedRequests(url, storedRequests)
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  const data = temporaryFolder('bench-data')
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: data.path })
  const address = `${server.origin}/api/trpc/reports.overview?input=${encodeURIComponent(JSON.stringify(benchYear))}`
  const product = async () => {
    const answer = await fetch(address, { headers: { cookie } })
    const { result } = await answer.json()
    const { total, assignees } = result.data
    if (total.requests !== storedRequests || assignees.length < 2) throw new Error('the report counts wrong')
  }
  const raw = await rawReport(url)
  await product()
  await raw.run()
  const [products, raws]: [number[], number[]] = [[], []]
  for (let round = 0; round < times; round++) {
    products.push(await timeOf(product))
    raws.push(await timeOf(raw.run))
  }
  await raw.end()
  await server.end('SIGTERM')
  data.remove()
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
