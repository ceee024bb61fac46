import pg from 'pg'
import { pino } from 'pino'
import { openDatabase } from '#server/database/open.ts'
import { postgresqlQueries } from '#server/database/postgresql/queries.ts'
import { type ListWanted, listQuery } from '#server/database/queries/estimate-list-query.ts'
import type { Query } from '#server/database/queries/query.ts'
import { openConnection } from '#server/database/sqlite/connection.ts'
import { sqliteQueries } from '#server/database/sqlite/queries.ts'
import { filterToCriteria } from '#server/domain/estimates/filter-to-criteria.ts'
import { encodeCursor } from '#server/domain/estimates/list-cursor.ts'
import type { EstimateFilter } from '#shared/estimates/estimate-filter.ts'
import type { EstimateSort } from '#shared/estimates/estimate-list.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { rareName, storeVariedEstimates } from '#tests/support/estimates/varied-estimates.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { percentile, timeOf } from './figures.ts'
import { options } from './options.ts'

const storedRequests = options.rows ?? 100_000
const rounds = 10 * (options.rounds ?? 4)
const pageSize = 50

type Case = { procedure?: 'list' | 'counts'; sort?: EstimateSort; filter: EstimateFilter }

const cases: Record<string, Case> = {
  'first page': { filter: {} },
  'search, a rare name': { filter: { q: rareName } },
  'search, a common word': { filter: { q: 'brooklyn' } },
  'search, one letter': { filter: { q: 'a' } },
  'search, two words': { filter: { q: 'kitchen brook' } },
  'search, a phone number': { filter: { q: '(718) 203-4567' } },
  'search, part of a number': { filter: { q: '4567' } },
  'search and filters': { filter: { q: 'brooklyn', type: 'kitchen-remodel', status: 'new' } },
  status: { filter: { status: 'in_progress' } },
  urgent: { filter: { urgent: true } },
  type: { filter: { type: 'roof-replacement' } },
  budget: { filter: { budget: 'under-10k' } },
  timeline: { filter: { timeline: 'asap' } },
  assignee: { filter: { assignee: 'none' } },
  overdue: { filter: { overdue: true } },
  spam: { filter: { spam: 'quarantined' } },
  'a week': { filter: { from: '2025-11-01', to: '2025-11-07' } },
  'sort by due': { sort: 'due', filter: {} },
  'sort by budget': { sort: 'budget', filter: {} },
  'all filters that find nothing': { filter: { urgent: true, type: 'other', budget: 'over-500k', timeline: 'asap' } },
  'counts, no filter': { procedure: 'counts', filter: {} },
  'counts, a common word': { procedure: 'counts', filter: { q: 'brooklyn' } },
}

async function p95(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  await ask()
  for (let round = 0; round < rounds; round++) times.push(await timeOf(ask))
  return percentile(times, 0.95)
}

function rawRunner(url: string): { run(query: Query): Promise<unknown>; end(): Promise<void> } {
  if (url.startsWith('file:')) {
    const connection = openConnection(url.slice('file:'.length), { readonly: true })
    return {
      run: async ({ sql, values }) => connection.prepare(sql).all(...values),
      end: async () => void connection.close(),
    }
  }
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  return {
    run: ({ sql, values }) => pool.query(sql, [...values]),
    end: () => pool.end(),
  }
}

async function measure(engine: Engine): Promise<void> {
  const now = new Date('2026-01-01T12:00:00Z')
  const url = await engine.newDatabase()
  const database = await openDatabase({ url, log: pino({ level: 'silent' }) })
  const tidy = () => queryDatabase(url, 'VACUUM ANALYZE project_estimates')
  await storeVariedEstimates(database, storedRequests, now, engine.name === 'PostgreSQL' ? tidy : undefined)
  await database.close()
  if (engine.name === 'PostgreSQL') await tidy()
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  const data = temporaryFolder('bench-data')
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: data.path })
  const raw = rawRunner(url)
  const dialect = engine.name === 'SQLite' ? sqliteQueries : postgresqlQueries

  async function ask(procedure: string, input: unknown): Promise<void> {
    const query = encodeURIComponent(JSON.stringify(input))
    const answer = await fetch(`${server.origin}/api/trpc/estimates.${procedure}?input=${query}`, {
      headers: { cookie },
    })
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    await answer.text()
  }

  // The first run fills caches, and SQLite checkpoints its log.
  const inputOf = ({ procedure = 'list', sort, filter }: Case) =>
    procedure === 'list' ? { ...filter, sort, limit: pageSize } : filter
  for (const one of Object.values(cases)) await ask(one.procedure ?? 'list', inputOf(one))

  const table: Record<string, Record<string, string>> = {}
  for (const [name, one] of Object.entries(cases)) {
    const { procedure = 'list', sort = 'newest', filter } = one
    const input = inputOf(one)
    const product = await p95(() => ask(procedure, input))
    const order = sort === 'due' ? ('waiting' as const) : sort
    const wanted: ListWanted = { criteria: filterToCriteria(filter, now), order, limit: pageSize + 1, counted: true }
    const alone = procedure === 'list' ? await p95(() => raw.run(listQuery(dialect, wanted))) : undefined
    table[name] = {
      'the product': `${product.toFixed(1)} ms`,
      'its statement alone': alone ? `${alone.toFixed(1)} ms` : '',
    }
  }

  const offset = storedRequests - pageSize - 1
  const [last] = await queryDatabase<{ id: string; created_at: string | Date }>(
    url,
    `SELECT id, created_at FROM project_estimates ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${offset}`,
  )
  if (!last) throw new Error('there are too few requests')
  const cursor = encodeCursor('newest', { id: last.id, at: new Date(last.created_at), rank: 0 })
  const others = {
    [`page ${storedRequests / pageSize}`]: () => ask('list', { limit: pageSize, cursor }),
    "a request's page": () => ask('get', { id: last.id }),
  }
  for (const [name, asked] of Object.entries(others))
    table[name] = { 'the product': `${(await p95(asked)).toFixed(1)} ms`, 'its statement alone': '' }

  await raw.end()
  await server.end('SIGTERM')
  data.remove()
  console.log(`\n${engine.name}: finding among ${storedRequests} requests, 95th percentile of ${rounds}`)
  console.table(table)
}

/** Response times of searches and filters, on both engines. */
export async function benchFind(): Promise<void> {
  await onEachEngine(measure)
}
