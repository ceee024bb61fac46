import type { Result } from 'lighthouse'
import { median } from '#tests/support/percentile.ts'
import { freePort, startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { openLighthouse } from './lighthouse.ts'
import { options } from './options.ts'
import { publishPhotographs } from './publish-photographs.ts'

const rounds = options.rounds ?? 3
const photographs = options.rows ?? 0
const paths = ['/', '/estimate', '/confirmation', '/auth', '/privacy'] as const
/** Search engines are asked to leave them out, which Lighthouse counts against them. */
const notIndexed: ReadonlySet<Path> = new Set(['/confirmation', '/auth'])
/** Of a machine that does other work, too. */
const busyIndex = 2_800
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Path = (typeof paths)[number]
type Measure = {
  name: string
  /** A maximum, or for scores a minimum; undefined where none applies. */
  budget(path: Path, benchmarkIndex: number): number | undefined
  of(result: Result): number
}

const score = (category: (typeof categories)[number]): Measure => ({
  name: `${category} (of 100)`,
  budget: (path) => (category === 'seo' && notIndexed.has(path) ? undefined : 100),
  of: (result) => Math.round((result.categories[category]?.score ?? 0) * 100),
})
const audit = (name: string, id: string, unit: number, budget: Measure['budget']): Measure => ({
  name,
  budget,
  of: (result) => (result.audits[id]?.numericValue ?? Number.NaN) / unit,
})

const measures: readonly Measure[] = [
  ...categories.map(score),
  audit('largest contentful paint (s)', 'largest-contentful-paint', 1000, (path) =>
    path === '/' ? 1.3 : path === '/estimate' ? 1.2 : 1.5,
  ),
  audit('total blocking time (ms)', 'total-blocking-time', 1, (_path, index) => (index <= busyIndex ? 150 : 50)),
  audit('layout shift', 'cumulative-layout-shift', 1, () => 0.01),
  { name: 'benchmark index of the machine', budget: () => undefined, of: benchmarkIndex },
]

function benchmarkIndex(result: Result): number {
  return result.environment.benchmarkIndex
}

/** In kB, compressed by brotli. */
type Weights = { scripts: Map<string, number>; rest: number; fonts: number }

/** Lighthouse scores as on a slow phone, and page weights, beside their budgets. */
export async function benchPages(): Promise<void> {
  const data = temporaryFolder('bench-pages')
  const PORT = String(await freePort())
  const server = await startServer({ DATA_DIR: data.path, PORT, APP_ORIGIN: `http://127.0.0.1:${PORT}` })
  const lighthouse = await openLighthouse(categories)
  try {
    if (photographs > 0) {
      const seconds = await publishPhotographs(server.origin, `file:${data.path}/app.db`, photographs)
      console.log(`\n${photographs} photographs of 12 megapixels published in ${rounded(seconds)} s`)
    }
    const results = new Map<Path, Result[]>()
    const weights = new Map<Path, Weights>()
    for (const path of paths) {
      const runs: Result[] = []
      for (let round = 0; round < rounds; round++) runs.push(await lighthouse.audit(`${server.origin}${path}`))
      results.set(path, runs)
      const [first] = runs
      if (first) weights.set(path, await weigh(first))
    }
    print(results, weights)
  } finally {
    await lighthouse.close()
    await server.end('SIGTERM')
    data.remove()
  }
}

async function weigh(result: Result): Promise<Weights> {
  const { details } = result.audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? details.items : []
  const weights: Weights = { scripts: new Map(), rest: 0, fonts: 0 }
  for (const { url, resourceType } of requests) {
    if (typeof url !== 'string' || !url.startsWith('http')) continue
    const size = await kilobytes(url)
    // The starter fetches the others before they run.
    if (resourceType === 'Script' || url.endsWith('.js')) weights.scripts.set(url, size)
    else weights.rest += size
    if (resourceType === 'Font') weights.fonts += size
  }
  return weights
}

async function kilobytes(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  return Number(answer.headers.get('content-length')) / 1000
}

function print(results: ReadonlyMap<Path, readonly Result[]>, weights: ReadonlyMap<Path, Weights>): void {
  console.log(`\nPages, Lighthouse on a simulated phone, median of ${rounds}; sizes in kB as brotli`)
  const table: Record<string, Record<string, string>> = {}
  for (const { name, budget, of } of measures) {
    const row: Record<string, string> = {}
    for (const [path, runs] of results) {
      row[path] = rounded(median(runs.map(of)))
      const limit = budget(path, median(runs.map(benchmarkIndex)))
      row[`budget ${path}`] = limit === undefined ? '' : rounded(limit)
    }
    table[name] = row
  }

  const home = weights.get('/')
  const form = weights.get('/estimate')
  if (home && form) {
    const more = [...form.scripts].filter(([url]) => !home.scripts.has(url)).map(([, size]) => size)
    const row = (first: number, firstBudget: number, second: number, secondBudget: number) => ({
      '/': rounded(first),
      'budget /': rounded(firstBudget),
      '/estimate': rounded(second),
      'budget /estimate': rounded(secondBudget),
    })
    table['scripts (/estimate: beyond those of /)'] = row(sum(home.scripts.values()), 110, sum(more), 70)
    table['page, styles, fonts, images'] = row(home.rest, 90, form.rest, 90)
    table['fonts among them'] = row(home.fonts, 40, form.fonts, 40)
  }
  console.table(table)

  for (const [path, runs] of results) for (const line of missed(runs)) console.log(`${path}: ${line}`)
}

/** Audits that cost points, except those of speed. */
function missed(runs: readonly Result[]): string[] {
  const last = runs.at(-1)
  const ids = categories.slice(1).flatMap((id) => last?.categories[id]?.auditRefs ?? [])
  return ids
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => last?.audits[id])
    .flatMap((found) => (found && found.score !== null && found.score < 1 ? `${found.id}: ${found.title}` : []))
}

function sum(values: Iterable<number>): number {
  return [...values].reduce((total, value) => total + value, 0)
}

function rounded(value: number): string {
  return String(Number(value.toFixed(value < 1 ? 3 : 2)))
}
