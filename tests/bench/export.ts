import { setTimeout as delay } from 'node:timers/promises'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { downloadExport } from './download-export.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { percentile } from './figures.ts'
import { probeHealth } from './health-waits.ts'
import { options } from './options.ts'
import { peakMegabytes, residentMegabytes } from './resident-memory.ts'
import { exportBudgetMegabytes } from './scale-budgets.ts'
import { silentMailService } from './start-mail-service.ts'
import { warmUp, warmUpRequests } from './visitors.ts'
import { storeWorkedRequests } from './worked-requests.ts'

const storedRequests = options.rows ?? 100_000
const restMs = 5_000
const maxWaitMs = 100

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
  const before = residentMegabytes(server.process.pid) ?? Number.NaN

  const probe = probeHealth(server.origin)
  const calm = await probe.during(() => delay(restMs))
  server.process.kill('SIGUSR2')
  let max = Number.NaN
  let file = { ms: 0, lines: 0, bytes: 0 }
  const waits = await probe.during(async () => {
    max = await peakMegabytes(server.process.pid, async () => {
      file = await downloadExport(server.origin, cookie)
    })
  })
  probe.stop()
  const requests = storedRequests + warmUpRequests
  if (file.lines !== requests + 1) throw new Error(`the file has ${file.lines} lines`)
  await server.end('SIGTERM')
  data.remove()

  const [, , late, latest] = /event loop delay (\S+) (\S+) (\S+)/.exec(server.output()) ?? []
  console.log(`\n${engine.name}: ${requests} requests as CSV, each noted in its timeline`)
  console.table({
    'whole file (s)': (file.ms / 1000).toFixed(1),
    'size of the file (MB)': (file.bytes / 1e6).toFixed(0),
    'memory of a warm server (MB)': before.toFixed(0),
    'peak (MB)': max.toFixed(0),
    'event loop delay, p99 (ms)': late,
    'event loop delay, max (ms)': latest,
    '/healthz before: p99, max (ms)': inMs(percentile(calm, 0.99), Math.max(...calm)),
    '/healthz meanwhile: p99, max (ms)': inMs(percentile(waits, 0.99), Math.max(...waits)),
    passes: max - before <= exportBudgetMegabytes && Math.max(...waits) <= maxWaitMs,
  })
}

function inMs(...values: readonly number[]): string {
  return values.map((value) => value.toFixed(0)).join(', ')
}

/** Duration and memory of an export, and the delay of other requests. */
export async function benchExport(): Promise<void> {
  const mail = await silentMailService()
  try {
    await onEachEngine((engine) => measure(engine, mail.settings))
  } finally {
    await mail.stop()
  }
}
