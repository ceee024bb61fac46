import { setTimeout as delay } from 'node:timers/promises'
import { type ExportFormat, exportFormats } from '#shared/estimates/estimate-export.ts'
import { percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { downloadExport } from './download-export.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { waitsDuring } from './health-waits.ts'
import { options } from './options.ts'
import { peakMegabytes, residentMegabytes } from './process-usage.ts'
import { exportBudgetMegabytes } from './scale-budgets.ts'
import { silentMailService } from './start-mail-service.ts'
import { warmUp, warmUpRequests } from './visitors.ts'
import { storeWorkedRequests } from './worked-requests.ts'

const storedRequests = options.rows ?? 100_000
const restMs = 5_000
const maxWaitMs = 100

async function measure(engine: Engine, mailSettings: Record<string, string>, format: ExportFormat): Promise<void> {
  const url = await engine.newDatabase()
  await storeWorkedRequests(url, storedRequests)
  const { cookie } = await insertSignedIn(url, { role: 'admin' })
  const server = await startOn(product, url, mailSettings)
  await warmUp(server.origin)
  await delay(restMs)
  const before = residentMegabytes(server.process.pid) ?? Number.NaN

  const calm = await waitsDuring(server.origin, () => delay(restMs))
  let max = Number.NaN
  let file = { ms: 0, lines: 0, bytes: 0 }
  const waits = await waitsDuring(server.origin, async () => {
    max = await peakMegabytes(server.process.pid, async () => {
      file = await downloadExport(server.origin, cookie, format)
    })
  })
  const requests = storedRequests + warmUpRequests
  if (format === 'csv' && file.lines !== requests + 1) throw new Error(`the file has ${file.lines} lines`)
  await server.end('SIGTERM')

  console.log(`\n${engine.name}: ${requests} requests as ${format}, each noted in its timeline`)
  console.table({
    'whole file (s)': (file.ms / 1000).toFixed(1),
    'size of the file (MB)': (file.bytes / 1e6).toFixed(0),
    'memory of a warm server (MB)': before.toFixed(0),
    'peak (MB)': max.toFixed(0),
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
    await onEachEngine(async (engine) => {
      for (const format of exportFormats) await measure(engine, mail.settings, format)
    })
  } finally {
    await mail.stop()
  }
}
