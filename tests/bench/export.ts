import { estimateExportPath } from '#shared/estimate-export.ts'
import { startServer, temporaryFolder } from '#tests/support/server-process.ts'
import { insertSignedIn } from '#tests/support/sessions.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { residentMegabytes } from './resident-memory.ts'
import { storeWorkedRequests } from './worked-requests.ts'

const storedRequests = Number(process.env.BENCH_ROWS ?? 100_000)
const sampleMs = 50
/** After so many lines a first export is broken off: what any export needs is there by then. */
const shortExport = 10_000
/** In MB: how much more a long export may need than a short one. */
const mostExtra = 64

/** Downloads the file, or its beginning, and counts its lines. */
async function lines(origin: string, cookie: string, most = Number.POSITIVE_INFINITY): Promise<number> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${origin}${estimateExportPath}`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`an export was answered ${answer.status}`)
  let ends = 0
  for await (const chunk of answer.body) {
    for (const byte of chunk) if (byte === 10) ends += 1
    if (ends >= most) break
  }
  return ends
}

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  await storeWorkedRequests(url, storedRequests)
  const { cookie } = await insertSignedIn(url, { role: 'admin' })
  const data = temporaryFolder('bench-data')
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: data.path }, [
    '--import',
    './tests/bench/event-loop-delay.mjs',
    'dist/server/main.js',
  ])
  const memory = () => residentMegabytes(server.process.pid ?? 0) ?? Number.NaN
  const idle = memory()
  await lines(server.origin, cookie, shortExport)
  const short = memory()
  server.process.kill('SIGUSR2')

  let most = short
  const sampling = setInterval(() => {
    most = Math.max(most, memory())
  }, sampleMs)
  const begun = performance.now()
  const written = await lines(server.origin, cookie)
  const seconds = (performance.now() - begun) / 1000
  clearInterval(sampling)
  if (written !== storedRequests + 1) throw new Error(`the file has ${written} lines`)
  await server.end('SIGTERM')
  data.remove()

  const [, , late, latest] = /event loop delay (\S+) (\S+) (\S+)/.exec(server.output()) ?? []
  console.log(`\n${engine.name}: ${storedRequests} requests as CSV, each noted in its timeline`)
  console.table({
    'whole file (s)': seconds.toFixed(1),
    'memory when idle (MB)': idle.toFixed(0),
    'after a short export (MB)': short.toFixed(0),
    'at the most (MB)': most.toFixed(0),
    'event loop delay, p99 (ms)': late,
    'event loop delay, longest (ms)': latest,
    passes: most - short <= mostExtra,
  })
}

/** The file of all requests: how long it takes, what memory it needs, and what it does to everybody else. */
export async function benchExport(): Promise<void> {
  await onEachEngine(measure)
}
