import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { type ListWanted, listQuery } from '#server/database/queries/estimate-list-query.ts'
import { filterToCriteria } from '#server/estimates/list/filter-to-criteria.ts'
import { ordersBySort } from '#server/estimates/list/list-estimates.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { p95 } from './figures.ts'
import { askCase, listCases, pageSize, positionOf, query } from './list-cases.ts'
import { options } from './options.ts'
import { openStatements } from './statements.ts'

const storedRequests = options.rows ?? 100_000
const rounds = 10 * (options.rounds ?? 4)

async function measure(engine: Engine): Promise<void> {
  const now = new Date('2026-01-01T12:00:00Z')
  const url = await engine.newDatabase()
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  const tidy = () => queryDatabase(url, 'VACUUM ANALYZE project_estimates')
  await storeVariedEstimates(database, storedRequests, now, engine.name === 'PostgreSQL' ? tidy : undefined)
  await database.close()
  if (engine.name === 'PostgreSQL') await tidy()
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  const server = await startOn(product, url)
  const raw = openStatements(url)

  const ask = (procedure: 'list' | 'counts' | 'get', input: unknown) =>
    query(server.origin, cookie, `estimates.${procedure}`, input)

  // The first run fills caches, and SQLite checkpoints its log.
  for (const one of Object.values(listCases)) await askCase(server.origin, cookie, one)

  const table: Record<string, Record<string, string>> = {}
  for (const [name, one] of Object.entries(listCases)) {
    const { procedure = 'list', sort = 'newest', filter } = one
    const whole = await p95(rounds, () => askCase(server.origin, cookie, one))
    const order = ordersBySort[sort][0] ?? 'newest'
    const wanted: ListWanted = {
      criteria: filterToCriteria(filter, now, 'u1'),
      order,
      limit: pageSize + 1,
      counted: true,
    }
    const alone = procedure === 'list' ? await p95(rounds, () => raw.run(listQuery(raw.dialect, wanted))) : undefined
    table[name] = {
      'the product': `${whole.toFixed(1)} ms`,
      'its statement alone': alone ? `${alone.toFixed(1)} ms` : '',
    }
  }

  const last = await positionOf(url, storedRequests - pageSize - 1)
  const others = {
    [`page ${storedRequests / pageSize}`]: () => ask('list', { limit: pageSize, cursor: last.cursor }),
    "a request's page": () => ask('get', { id: last.id }),
  }
  for (const [name, asked] of Object.entries(others))
    table[name] = { 'the product': `${(await p95(rounds, asked)).toFixed(1)} ms`, 'its statement alone': '' }

  await raw.end()
  await server.end('SIGTERM')
  console.log(`\n${engine.name}: finding among ${storedRequests} requests, 95th percentile of ${rounds}`)
  console.table(table)
}

/** Response times of searches and filters, on both engines. */
export async function benchFind(): Promise<void> {
  await onEachEngine(measure)
}
