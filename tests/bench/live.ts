import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { maxStreamsPerSession } from '#server/live/live-streams.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { residentMegabytes } from './process-usage.ts'
import { silentMailService } from './start-mail-service.ts'
import { submit, warmUp } from './visitors.ts'

const streams = 200
const submissions = 100
const restMs = 5_000
/** This leaves time for garbage collection. */
const collectMs = 10_000

type Page = { readonly arrivals: number[]; close(): void }

function openPage(origin: string, cookie: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const arrivals: number[] = []
    const request = httpRequest(
      `${origin}/api/trpc/estimates.changes?input=%7B%7D`,
      { headers: { cookie } },
      (answer) => {
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          if (!part.startsWith('data: {"created"')) return
          arrivals.push(performance.now())
          // The first event is the stream's own.
          if (arrivals.length === 1) resolve({ arrivals, close: () => request.destroy() })
        })
      },
    )
    request.on('error', reject)
    request.end()
  })
}

/** Measures the time from the visitor's response to each page's event, in ms. */
async function latencies(pages: readonly Page[], origin: string): Promise<number[]> {
  const durations: number[] = []
  for (let sent = 0; sent < submissions; sent++) {
    const known = pages.map(({ arrivals }) => arrivals.length)
    const stored = await submit(origin)
    const giveUpAt = stored + 5_000
    while (pages.some(({ arrivals }, index) => arrivals.length === known[index])) {
      if (performance.now() > giveUpAt) throw new Error('a page got no event')
      await delay(1)
    }
    // It may arrive before the response.
    for (const [index, { arrivals }] of pages.entries())
      durations.push(Math.max(0, (arrivals[known[index] ?? 0] ?? Number.NaN) - stored))
  }
  return durations.toSorted((a, b) => a - b)
}

function row(durations: readonly number[]) {
  const at = (share: number) => durations[Math.ceil(durations.length * share) - 1]?.toFixed(1)
  return { 'median (ms)': at(0.5), 'p99 (ms)': at(0.99), 'max (ms)': at(1) }
}

async function measure(engine: Engine, mailSettings: Record<string, string>): Promise<void> {
  const url = await engine.newDatabase()
  const server = await startOn(product, url, mailSettings)
  const others: ServerProcess[] = engine.name === 'PostgreSQL' ? [await startOn(product, url, mailSettings)] : []
  await warmUp(server.origin)
  const people = await Promise.all(
    Array.from({ length: Math.ceil(streams / maxStreamsPerSession) }, () => insertSignedIn(url, { role: 'staff' })),
  )
  await delay(restMs)
  const before = residentMegabytes(server.process.pid)
  const pages = await Promise.all(
    Array.from({ length: streams }, (_, index) => openPage(server.origin, people[index % people.length]?.cookie ?? '')),
  )
  await delay(restMs)
  const open = residentMegabytes(server.process.pid)
  const table: Record<string, object> = { 'from the same process': row(await latencies(pages, server.origin)) }
  for (const other of others) table['from another process'] = row(await latencies(pages, other.origin))
  const busy = residentMegabytes(server.process.pid)
  await delay(collectMs)
  const rested = residentMegabytes(server.process.pid)
  for (const page of pages) page.close()
  for (const one of [server, ...others]) await one.end('SIGTERM')

  const megabytes = (value: number | undefined) =>
    value === undefined || before === undefined ? 'unknown on this system' : `${(value - before).toFixed(1)} MB`
  console.log(`\n${engine.name}: ${streams} open streams, and how long after a request is stored each of them knows`)
  console.table(table)
  console.log(
    `memory: ${megabytes(open)} when opened, ${megabytes(busy)} right after all events, ${megabytes(rested)} at rest`,
  )
}

/** Memory and latency of live streams. */
export async function benchLive(): Promise<void> {
  const mail = await silentMailService()
  try {
    await onEachEngine((engine) => measure(engine, mail.settings))
  } finally {
    await mail.stop()
  }
}
