import { setTimeout as delay } from 'node:timers/promises'
import { median } from '#tests/support/percentile.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { type Build, builds, startOn } from './builds.ts'
import { type Engine, onEachEngine, startRawServer } from './engines.ts'
import { rounded } from './figures.ts'
import {
  countWaiting,
  maxSendingMs,
  type PerSubmission,
  perSubmission,
  readTotals,
  untilSent,
  untilStored,
  whenSent,
} from './meter.ts'
import { options } from './options.ts'
import { answeringMailService, type MailService, silentMailService } from './start-mail-service.ts'
import { assertAllStored, submitLoad } from './submit-load.ts'

const connectionCounts = options.connections ?? [1, 10, 50]
const rounds = options.rounds ?? 4
const seconds = options.seconds ?? 3
const keepUpSeconds = options.keepUpSeconds ?? 60
const keepUpPerSecond = 100

type Contestant = {
  readonly name: string
  /** Whether it ends with the last response, or when all emails are sent. */
  readonly sends: boolean
  database(engine: Engine): Promise<string>
  start(databaseUrl: string): Promise<ServerProcess>
}

type Figures = PerSubmission & {
  readonly server: string
  readonly connections: number
  readonly perSecond: number
  /** The rate until the last email is sent. It is NaN for a server that sends none. */
  readonly sentPerSecond: number
  readonly p99Ms: number
  readonly unsentEmails: number
}

const rawBare = 'raw, bare tables'
const rawSame = 'raw, same schema'

function raw(name: string, settings: Record<string, string>): Contestant {
  return {
    name,
    sends: false,
    database: (engine) => (settings.TABLES === 'bare' ? engine.emptyDatabase() : engine.newDatabase()),
    start: (url) => startRawServer(url, settings),
  }
}

function built(build: Build, mail: MailService, sends: boolean): Contestant {
  return {
    name: `${build.name}, mail ${sends ? 'answers' : 'is silent'}`,
    sends,
    database: (engine) => engine.emptyDatabase(),
    start: (url) => startOn(build, url, mail.settings),
  }
}

async function measureLoad(contestant: Contestant, server: ServerProcess, url: string, connections: number) {
  const before = await readTotals(url, [server])
  const startedAt = performance.now()
  const result = await submitLoad(server.origin, { connections, seconds })
  assertAllStored(result)
  const sent = contestant.sends ? await whenSent(url) : undefined
  if (!sent) await untilStored(url)
  const after = await readTotals(url, [server])
  return {
    connections,
    perSecond: result['2xx'] / result.duration,
    sentPerSecond: sent ? ((after.stored - before.stored) * 1000) / (sent.at - startedAt) : Number.NaN,
    p99Ms: result.latency.p99,
    ...perSubmission(after, before),
    unsentEmails: sent?.unsentEmails ?? 0,
  }
}

async function measureRound(engine: Engine, contestant: Contestant): Promise<Figures[]> {
  const url = await contestant.database(engine)
  const server = await contestant.start(url)
  const figures: Figures[] = []
  await submitLoad(server.origin, { connections: 10, seconds: 1 })
  await untilStored(url)
  if (contestant.sends) await untilSent(url)
  for (const connections of connectionCounts) {
    figures.push({ server: contestant.name, ...(await measureLoad(contestant, server, url, connections)) })
  }
  await server.end('SIGKILL')
  await engine.dropDatabase(url)
  return figures
}

function printLoads(engine: Engine, figures: readonly Figures[]): void {
  for (const connections of connectionCounts) {
    const of = (server: string, name: 'perSecond' | 'sentPerSecond' | 'p99Ms' | keyof PerSubmission) =>
      median(figures.filter((row) => row.server === server && row.connections === connections).map((row) => row[name]))
    const rows = [...new Set(figures.map(({ server }) => server))].map((server) => {
      const ratio = (name: Parameters<typeof of>[1], to: string) => rounded(of(server, name) / of(to, name), 2)
      return {
        server,
        'a second': rounded(of(server, 'perSecond')),
        'a second, until sent': rounded(of(server, 'sentPerSecond')),
        'of raw, same schema': ratio('perSecond', rawSame),
        'p99 (ms)': rounded(of(server, 'p99Ms')),
        'of raw p99': ratio('p99Ms', rawSame),
        'processor (ms)': rounded(of(server, 'processorMs'), 2),
        'of raw, bare': ratio('processorMs', rawBare),
        ...(engine.name === 'PostgreSQL' ? { 'database (ms)': rounded(of(server, 'databaseMs'), 2) } : {}),
        commits: rounded(of(server, 'commits'), 2),
        'written (kB)': rounded(of(server, 'kilobytes')),
      }
    })
    console.log(
      `\n${engine.name}, ${connections} at once, each on the disk before its response; median of ${rounds} rounds`,
    )
    console.table(Object.fromEntries(rows.map(({ server, ...row }) => [server, row])))
  }
  const unsent = figures.filter(({ unsentEmails }) => unsentEmails > 0)
  for (const { server, connections, unsentEmails } of unsent)
    console.log(
      `${server}, ${connections} at once: ${unsentEmails} emails were not sent ${maxSendingMs / 1000} s later`,
    )
}

async function measureKeepUp(engine: Engine, build: Build, mail: MailService) {
  const url = await engine.emptyDatabase()
  const server = await startOn(build, url, mail.settings)
  const before = await readTotals(url, [server])
  const load = submitLoad(server.origin, { connections: 10, seconds: keepUpSeconds, perSecond: keepUpPerSecond })
  const waiting: number[] = []
  for (let second = 1; second < keepUpSeconds; second++) {
    await delay(1_000)
    waiting.push(await countWaiting(url))
  }
  const result = await load
  assertAllStored(result)
  waiting.push(await countWaiting(url))
  const endedAt = performance.now()
  const unsentEmails = await untilSent(url)
  const sentAfterSeconds = (performance.now() - endedAt) / 1000
  const { processorMs } = perSubmission(await readTotals(url, [server]), before)
  await server.end('SIGKILL')
  await engine.dropDatabase(url)
  return {
    server: build.name,
    perSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    processorMs,
    /** The number of waiting emails at each second. */
    waiting,
    sentAfterSeconds,
    unsentEmails,
  }
}

type KeepUp = Awaited<ReturnType<typeof measureKeepUp>>

function printKeepUp(engine: Engine, figures: readonly KeepUp[]): void {
  console.log(`\n${engine.name}: emails that wait during ${keepUpSeconds} s of ${keepUpPerSecond} submissions a second`)
  const row = ({ perSecond, p99Ms, processorMs, waiting, sentAfterSeconds, unsentEmails }: KeepUp) => ({
    'stored a second': rounded(perSecond),
    'p99 (ms)': rounded(p99Ms),
    'processor (ms)': rounded(processorMs, 2),
    'waiting at half time': rounded(waiting[Math.floor(waiting.length / 2)]),
    'at most': rounded(Math.max(...waiting)),
    'at the end': rounded(waiting.at(-1)),
    'all sent after (s)': unsentEmails > 0 ? `${unsentEmails} unsent` : rounded(sentAfterSeconds, 1),
  })
  console.table(Object.fromEntries(figures.map((one) => [one.server, row(one)])))
}

/** Measures a submission beside raw servers and another checkout, on both engines, in interleaved rounds. */
export async function benchSubmit(): Promise<void> {
  const [silent, answering] = await Promise.all([silentMailService(), answeringMailService()])
  await onEachEngine(async (engine) => {
    const loads: Figures[] = []
    const keepUps: KeepUp[] = []
    const contestants = [
      ...builds.flatMap((build) => [built(build, answering, true), built(build, silent, false)]),
      raw(rawSame, { TABLES: 'same' }),
      raw(rawBare, { TABLES: 'bare' }),
      ...(engine.name === 'SQLite' ? [raw('raw, same schema, grouped commits', { GROUPED: '1' })] : []),
    ]
    for (let round = 0; round < rounds; round++)
      for (const contestant of contestants) loads.push(...(await measureRound(engine, contestant)))
    printLoads(engine, loads)
    if (keepUpSeconds === 0) return
    for (const build of builds) keepUps.push(await measureKeepUp(engine, build, answering))
    printKeepUp(engine, keepUps)
  })
  await Promise.all([silent.stop(), answering.stop()])
}
