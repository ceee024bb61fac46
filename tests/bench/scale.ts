import { setTimeout as delay } from 'node:timers/promises'
import { addDays, addMonths, newYorkDay } from '#shared/calendar-days.ts'
import { median, percentile } from '#tests/support/percentile.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Build, builds, startOn } from './builds.ts'
import { downloadExport } from './download-export.ts'
import { type Engine, onEachEngine, startRawServer } from './engines.ts'
import { rounded, timeOf } from './figures.ts'
import { storeGeneratedEstimates, withoutNudges } from './generate-estimates.ts'
import { waitsDuring } from './health-waits.ts'
import { askCase, listCases, pageSize, positionOf, query } from './list-cases.ts'
import { options } from './options.ts'
import { peakMegabytes, residentMegabytes, usageOf } from './process-usage.ts'
import { compareWithBudgets, type ScaleFigures, type ServerFigures } from './scale-budgets.ts'
import { type MailService, silentMailService } from './start-mail-service.ts'
import { submit } from './visitors.ts'

const sizes = options.sizes ?? [1_000, 100_000]
const seconds = options.seconds ?? 3
/** Each work is repeated for the time above, but so often at least. */
const minTimes = 5
/** Lets others through, so that a wait does not span several repetitions. */
const pauseMs = 20
/** An idle server collects its garbage within that time. */
const restMs = 15_000

type Work = { readonly name: string; readonly once: boolean; run(): Promise<unknown> }

async function worksOf(origin: string, databaseUrl: string, cookie: string, size: number): Promise<Work[]> {
  const to = newYorkDay(new Date())
  const ask = (procedure: string, input: unknown) => () => query(origin, cookie, procedure, input)
  const report = (months: number) => ask('reports.overview', { from: addDays(addMonths(to, -months), 1), to })
  const far = await positionOf(databaseUrl, Math.floor(size * 0.95))
  const repeated: Record<string, () => Promise<unknown>> = {
    nothing: () => delay(20),
    ...Object.fromEntries(Object.entries(listCases).map(([name, one]) => [name, () => askCase(origin, cookie, one)])),
    'page behind 95 %': ask('estimates.list', { limit: pageSize, cursor: far.cursor }),
    'page of an estimate': ask('estimates.get', { id: far.id }),
    'report of six months': report(6),
    'report of five years': report(60),
    'submission, one at a time': () => submit(origin),
  }
  return [
    ...Object.entries(repeated).map(([name, run]) => ({ name, once: false, run })),
    { name: 'CSV of all', once: true, run: () => downloadAll(origin, cookie, size) },
  ]
}

/** @throws {Error} if the file is not complete */
async function downloadAll(origin: string, cookie: string, size: number): Promise<void> {
  const { lines } = await downloadExport(origin, cookie)
  // Quarantined estimates are not in it.
  if (lines < size * 0.99) throw new Error(`the file has ${lines} lines`)
}

async function repeat({ name, once, run }: Work): Promise<{ times: number[]; refused: number }> {
  const times: number[] = []
  let refused = 0
  const endsAt = performance.now() + seconds * 1000
  const goesOn = () => times.length < minTimes || performance.now() < endsAt
  const attempt = () =>
    run().catch((error: Error) => {
      refused += 1
      console.error(`${name}: ${error.message}`)
    })
  do {
    times.push(await timeOf(attempt))
    await delay(pauseMs)
  } while (!once && goesOn())
  return { times, refused }
}

async function measureWork(work: Work, origin: string) {
  // The first time fills caches.
  if (!work.once) await work.run().catch(() => undefined)
  let repeated: Awaited<ReturnType<typeof repeat>> = { times: [], refused: 0 }
  const waits = await waitsDuring(origin, async () => {
    repeated = await repeat(work)
  })
  const { times, refused } = repeated
  return {
    work: work.name,
    times: times.length,
    refused,
    medianMs: median(times),
    p95Ms: percentile(times, 0.95),
    othersP99Ms: percentile(waits, 0.99),
    othersMaxMs: Math.max(...waits),
  }
}

async function firstPageOfRaw(databaseUrl: string, cookie: string): Promise<number> {
  const server = await startRawServer(databaseUrl)
  const { times } = await repeat({
    name: 'first page of raw',
    once: false,
    run: () => askCase(server.origin, cookie, { filter: {} }),
  })
  await server.end('SIGKILL')
  return median(times)
}

async function measureSize(engine: Engine, build: Build, size: number, mail: MailService) {
  const url = await engine.emptyDatabase()
  const start = () => startOn(build, url, mail.settings)
  // The first start applies the migrations.
  await (await start()).end('SIGTERM')
  const { userId, email, cookie } = await insertSignedIn(url, { role: 'admin', ...withoutNudges })
  await storeGeneratedEstimates(url, size, [{ id: userId, email }], new Date())

  let server: ServerProcess | undefined
  const startSeconds = (await timeOf(async () => (server = await start()))) / 1000
  if (!server) throw new Error('the server did not start')
  const { origin } = server
  const { pid } = server.process
  const startProcessorMs = usageOf(pid).processorMs
  await delay(restMs)
  const idleMegabytes = residentMegabytes(pid) ?? Number.NaN
  const same = { server: build.name, size }
  const figures: ScaleFigures[] = []
  let exportExtraMegabytes = Number.NaN
  for (const work of await worksOf(origin, url, cookie, size)) {
    const before = residentMegabytes(pid) ?? Number.NaN
    const peak = await peakMegabytes(pid, async () => {
      figures.push({ ...same, ...(await measureWork(work, origin)) })
    })
    if (work.once) exportExtraMegabytes = peak - before
  }
  await server.end('SIGTERM')
  const firstPage = figures.find(({ work }) => work === 'first page')
  const firstPageTimesRaw = (firstPage?.medianMs ?? Number.NaN) / (await firstPageOfRaw(url, cookie))
  await engine.dropDatabase(url)
  const whole = { ...same, startSeconds, startProcessorMs, idleMegabytes, exportExtraMegabytes, firstPageTimesRaw }
  return { figures, whole }
}

function print(
  engine: string,
  server: string,
  figures: readonly ScaleFigures[],
  whole: readonly ServerFigures[],
): void {
  const rows = [...new Set(figures.map(({ work }) => work))].map((work) => {
    const cells = figures
      .filter((one) => one.work === work)
      .map(({ size, p95Ms, othersP99Ms, othersMaxMs, refused }) => [
        `${rounded(size)}: p95; others p99, longest`,
        `${refused > 0 ? `${refused} refused, ` : ''}${rounded(p95Ms)}; ${rounded(othersP99Ms)}, ${rounded(othersMaxMs)}`,
      ])
    return [work, Object.fromEntries(cells)]
  })
  console.log(
    `\n${engine}, ${server}: by the number of estimates, in ms; others ask for /healthz every 20 ms meanwhile`,
  )
  console.table(Object.fromEntries(rows))
  console.table(
    Object.fromEntries(
      whole.map((one) => [
        rounded(one.size),
        {
          'start (s)': rounded(one.startSeconds, 2),
          'its processor time (ms)': rounded(one.startProcessorMs),
          'idle (MB)': rounded(one.idleMegabytes),
          'more for the CSV (MB)': rounded(one.exportExtraMegabytes),
          'first page, times raw': rounded(one.firstPageTimesRaw, 2),
        },
      ]),
    ),
  )
  const { table, missed } = compareWithBudgets(figures, whole)
  console.log(`\n${engine}, ${server}: what was measured beside the budgets, which are meant for a quiet machine`)
  console.table(table)
  console.log(missed.length > 0 ? `Missed budgets: ${missed.length}\n  ${missed.join('\n  ')}` : 'Every budget is met.')
}

/** Times the dashboard and the waits of others by number of estimates, on both engines. */
export async function benchScale(): Promise<void> {
  const mail = await silentMailService()
  await onEachEngine(async (engine) => {
    const [figures, whole]: [ScaleFigures[], ServerFigures[]] = [[], []]
    for (const size of sizes)
      for (const build of builds) {
        const measured = await measureSize(engine, build, size, mail)
        figures.push(...measured.figures)
        whole.push(measured.whole)
      }
    for (const { name } of builds) {
      const mine = (one: ServerFigures | ScaleFigures) => one.server === name
      print(engine.name, name, figures.filter(mine), whole.filter(mine))
    }
  })
  await mail.stop()
}
