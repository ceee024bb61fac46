import { setTimeout as delay } from 'node:timers/promises'
import { estimateExportPath } from '#shared/estimate-export.ts'
import { trustLoopback } from '#tests/support/sender-address.ts'
import { startServer, temporaryFolder } from '#tests/support/server-process.ts'
import { insertSignedIn } from '#tests/support/sessions.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { residentMegabytes } from './resident-memory.ts'
import { silentMailService } from './silent-mail-service.ts'
import { warmUp, warmUpRequests } from './visitors.ts'
import { storeWorkedRequests } from './worked-requests.ts'

const storedRequests = Number(process.env.BENCH_ROWS ?? 100_000)
const sampleMs = 50
const restMs = 5_000
/** Ends a line of the file, and is in none of its texts. */
const carriageReturn = 13
/** In MB: how much more an export may need than a server that has worked. */
const mostExtra = 64

/** Downloads the file and counts its lines. */
async function lines(origin: string, cookie: string): Promise<number> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  const answer = await fetch(`${origin}${estimateExportPath}`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`an export was answered ${answer.status}`)
  let ends = 0
  for await (const chunk of answer.body) for (const byte of chunk) if (byte === carriageReturn) ends += 1
  return ends
}

async function measure(engine: Engine, mailSettings: Record<string, string>): Promise<void> {
  const url = await engine.newDatabase()
  await storeWorkedRequests(url, storedRequests)
  const { cookie } = await insertSignedIn(url, { role: 'admin' })
  const data = temporaryFolder('bench-data')
  const server = await startServer({ ...mailSettings, ...trustLoopback, DATABASE_URL: url, DATA_DIR: data.path }, [
    '--import',
    './tests/bench/event-loop-delay.mjs',
    'dist/server/main.js',
  ])
  await warmUp(server.origin)
  await delay(restMs)
  const memory = () => residentMegabytes(server.process.pid) ?? Number.NaN
  const before = memory()
  server.process.kill('SIGUSR2')

  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, memory())
  }, sampleMs)
  const begun = performance.now()
  const written = await lines(server.origin, cookie)
  const seconds = (performance.now() - begun) / 1000
  clearInterval(sampling)
  const requests = storedRequests + warmUpRequests
  if (written !== requests + 1) throw new Error(`the file has ${written} lines`)
  await server.end('SIGTERM')
  data.remove()

  const [, , late, latest] = /event loop delay (\S+) (\S+) (\S+)/.exec(server.output()) ?? []
  console.log(`\n${engine.name}: ${requests} requests as CSV, each noted in its timeline`)
  console.table({
    'whole file (s)': seconds.toFixed(1),
    'memory of a server that has worked (MB)': before.toFixed(0),
    'at the most (MB)': most.toFixed(0),
    'event loop delay, p99 (ms)': late,
    'event loop delay, longest (ms)': latest,
    passes: most - before <= mostExtra,
  })
}

/** The file of all requests: how long it takes, what memory it needs, and what it does to everybody else. */
export async function benchExport(): Promise<void> {
  const mail = await silentMailService()
  try {
    await onEachEngine((engine) => measure(engine, mail.settings))
  } finally {
    mail.stop()
  }
}
