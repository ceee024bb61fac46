import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '#server/database/open.ts'
import { isSqliteUrl } from '#server/database/sqlite-path.ts'
import { createLogger } from '#server/logging/logger.ts'
import { queryDatabase } from '#tests/support/database/query-database.ts'
import { median, percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { rounded, timeOf } from './figures.ts'
import { chunksOf, storeGeneratedEstimates, withoutNudges } from './generate-estimates.ts'
import { query } from './list-cases.ts'
import { options } from './options.ts'

const sizes = options.sizes ?? [100_000]
const times = 100
/** In ms, for the whole response. */
const maxP95Ms = 60
/** Lets garbage collection and other work pass between two readings. */
const pauseMs = 20

async function totalsOf(origin: string, cookie: string): Promise<Record<string, number>> {
  const response = await fetch(`${origin}/api/trpc/admin.todayCounts`, { headers: { cookie } })
  const { result } = await response.json()
  return result.data
}

async function measure(engine: Engine, size: number) {
  const url = await engine.newDatabase()
  const { userId, email, cookie } = await insertSignedIn(url, { role: 'staff', ...withoutNudges })
  const colleague = await insertSignedIn(url, { role: 'staff', ...withoutNudges })
  const staff = [
    { id: userId, email },
    { id: colleague.userId, email: colleague.email },
  ] as const
  await storeGeneratedEstimates(url, size, staff, new Date())
  await measureToday(engine, url, cookie, size)
  await neglectProposals(url)
  await measureToday(engine, url, cookie, size)
  await engine.dropDatabase(url)
}

/** Every request has a proposal that is overdue. */
async function neglectProposals(url: string): Promise<void> {
  const database = await openDatabase({ url, log: createLogger('error') })
  const due = '2025-11-03'
  const data = {
    ...{ outcome: 'open', quarantinedAt: null, spamAt: null, firstContactAt: new Date('2025-10-29T15:00:00Z') },
    ...{ proposalPromisedOn: due, proposalDueOn: due, proposalSentAt: null },
  }
  const rows = await database.read.projectEstimate.findMany({ select: { id: true } })
  // One statement for all would take longer than the program waits for a response.
  for (const some of chunksOf(rows, 5_000))
    await database.transaction(({ projectEstimate }) =>
      projectEstimate.updateMany({ where: { id: { in: some.map(({ id }) => id) } }, data }),
    )
  await database.close()
  // PostgreSQL would do so by itself within minutes.
  if (!isSqliteUrl(url)) await queryDatabase(url, 'VACUUM ANALYZE project_estimates')
}

const asked = {
  'admin.today': ['admin.today', undefined],
  'admin.todayCounts': ['admin.todayCounts', undefined],
  'the list by proposals': ['estimates.list', { sort: 'proposal' }],
  'the list of overdue proposals': ['estimates.list', { proposal: 'overdue' }],
} as const

async function measureToday(engine: Engine, url: string, cookie: string, size: number): Promise<void> {
  const server = await startOn(product, url)
  const totals = await totalsOf(server.origin, cookie)
  const figures: Record<string, { medianMs: number; p95Ms: number }> = {}
  for (const [name, [procedure, input]] of Object.entries(asked)) {
    const milliseconds: number[] = []
    for (let count = 0; count < times; count += 1) {
      milliseconds.push(await timeOf(() => query(server.origin, cookie, procedure, input)))
      await delay(pauseMs)
    }
    figures[name] = { medianMs: median(milliseconds), p95Ms: percentile(milliseconds, 0.95) }
  }
  await server.end('SIGTERM')
  console.log(`\n${engine.name}, ${rounded(size)} estimates, ${times} times; shown: ${JSON.stringify(totals)}`)
  const rows = Object.entries(figures).map(([name, { medianMs, p95Ms }]) => [
    name,
    {
      'median (ms)': rounded(medianMs, 1),
      'p95 (ms)': rounded(p95Ms, 1),
      'budget (ms)': maxP95Ms,
      passes: p95Ms <= maxP95Ms,
    },
  ])
  console.table(Object.fromEntries(rows))
}

/** The Today page and its numbers, on both engines, also where no proposal was sent. */
export async function benchToday(): Promise<void> {
  await onEachEngine(async (engine) => {
    for (const size of sizes) await measure(engine, size)
  })
}
