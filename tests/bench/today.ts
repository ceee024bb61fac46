import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { rounded, timeOf } from './figures.ts'
import { storeGeneratedEstimates, withoutNudges } from './generate-estimates.ts'
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
  const server = await startOn(product, url)
  const totals = await totalsOf(server.origin, cookie)
  const figures: Record<string, { medianMs: number; p95Ms: number }> = {}
  for (const procedure of ['admin.today', 'admin.todayCounts']) {
    const milliseconds: number[] = []
    for (let count = 0; count < times; count += 1) {
      milliseconds.push(await timeOf(() => query(server.origin, cookie, procedure, undefined)))
      await delay(pauseMs)
    }
    figures[procedure] = { medianMs: median(milliseconds), p95Ms: percentile(milliseconds, 0.95) }
  }
  await server.end('SIGTERM')
  await engine.dropDatabase(url)
  console.log(`\n${engine.name}, ${rounded(size)} estimates, ${times} times; shown: ${JSON.stringify(totals)}`)
  const rows = Object.entries(figures).map(([procedure, { medianMs, p95Ms }]) => [
    procedure,
    {
      'median (ms)': rounded(medianMs, 1),
      'p95 (ms)': rounded(p95Ms, 1),
      'budget (ms)': maxP95Ms,
      passes: p95Ms <= maxP95Ms,
    },
  ])
  console.table(Object.fromEntries(rows))
}

/** The Today page and its numbers, on both engines. */
export async function benchToday(): Promise<void> {
  await onEachEngine(async (engine) => {
    for (const size of sizes) await measure(engine, size)
  })
}
