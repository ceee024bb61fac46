import { execFile } from 'node:child_process'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { percentile } from './figures.ts'
import { options } from './options.ts'
import { residentMegabytes } from './resident-memory.ts'
import { silentMailService } from './start-mail-service.ts'
import { warmUp, warmUpRequests } from './visitors.ts'
import { storeWorkedRequests } from './worked-requests.ts'

const storedRequests = options.rows ?? 100_000
const probeMs = 20
const restMs = 5_000
/** In MB, beyond a warm server. */
const maxExtra = 64
const maxWaitMs = 100

/** Asks for a link to the file as the dashboard does. */
async function exportUrl(origin: string, cookie: string): Promise<string> {
  const response = await fetch(`${origin}/api/trpc/estimates.createExport`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  const { result } = await response.json()
  return `${origin}${result.data.url}`
}

/** Downloads the file in its own process, which does nothing else. */
async function download(origin: string, cookie: string): Promise<{ ms: number; lines: number; bytes: number }> {
  const url = await exportUrl(origin, cookie)
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/fast-reader.mjs', url, cookie])
  return JSON.parse(stdout)
}

/** Requests `/healthz` regularly without waiting for responses. */
async function healthWaits(origin: string, signal: AbortSignal): Promise<number[]> {
  const asked: Promise<number>[] = []
  while (!signal.aborted) {
    asked.push(healthWait(origin))
    await delay(probeMs)
  }
  return await Promise.all(asked)
}

/** In ms. Unlike fetch, it includes the wait for a connection. */
function healthWait(origin: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    get(`${origin}/healthz`, { agent: false }, (response) => {
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    }).on('error', reject)
  })
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

  const calmed = new AbortController()
  setTimeout(() => calmed.abort(), restMs)
  const calm = await healthWaits(server.origin, calmed.signal)

  let max = before
  const sampling = setInterval(() => {
    max = Math.max(max, memory())
  }, probeMs)
  server.process.kill('SIGUSR2')
  const downloaded = new AbortController()
  const waiting = healthWaits(server.origin, downloaded.signal)
  const file = await download(server.origin, cookie).finally(() => downloaded.abort())
  const waits = await waiting
  clearInterval(sampling)
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
    passes: max - before <= maxExtra && Math.max(...waits) <= maxWaitMs,
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
