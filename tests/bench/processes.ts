import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { median } from '#tests/support/percentile.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { type Build, builds, startOn } from './builds.ts'
import { type Engine, postgresqlEngine } from './engines.ts'
import { rounded } from './figures.ts'
import { perSubmission, postmasterPid, readTotals, untilSent, untilStored } from './meter.ts'
import { options } from './options.ts'
import { answeringMailService, type MailService } from './start-mail-service.ts'
import { assertAllStored, submitLoad } from './submit-load.ts'

const rounds = options.rounds ?? 3
const seconds = options.seconds ?? 5
const processCounts = [1, 2, 3]
/** So that groups are as large, however many processes there are. */
const connectionsEach = 10

/** Load and emails on the last processor, the database on the one before, the processes on the others, if there are any. */
const cores = availableParallelism()
const loadCore = cores - 1
const databaseCore = Math.max(1, cores - 2)
const processCore = (index: number) => index % databaseCore

/** @returns false where it is impossible, as on macOS */
function pin(pid: number | undefined, core: number): boolean {
  if (cores === 1) return false
  try {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Figures = {
  readonly server: string
  readonly processes: number
  readonly perSecond: number
  /** This and the figures below are per submission. */
  readonly processorMs: number
  readonly databaseMs: number
  readonly commits: number
}

async function measure(engine: Engine, build: Build, mail: MailService, count: number) {
  const url = await engine.emptyDatabase()
  const servers: ServerProcess[] = []
  for (const index of Array(count).keys()) {
    const server = await startOn(build, url, mail.settings)
    pin(server.process.pid, processCore(index))
    servers.push(server)
  }
  const load = (duration: number) =>
    Promise.all(servers.map(({ origin }) => submitLoad(origin, { connections: connectionsEach, seconds: duration })))
  await load(1)
  await untilStored(url)
  await untilSent(url)
  const before = await readTotals(url, servers)
  const results = await load(seconds)
  results.forEach(assertAllStored)
  await untilStored(url)
  await untilSent(url)
  const { processorMs, databaseMs, commits } = perSubmission(await readTotals(url, servers), before)
  for (const server of servers) await server.end('SIGKILL')
  await engine.dropDatabase(url)
  const perSecond = results.reduce((sum, result) => sum + result['2xx'] / result.duration, 0)
  return { server: build.name, processes: count, perSecond, processorMs, databaseMs, commits }
}

function of(figures: readonly Figures[], server: string, processes: number) {
  const own = figures.filter((one) => one.server === server && one.processes === processes)
  const mid = (name: 'perSecond' | 'processorMs' | 'databaseMs' | 'commits') => median(own.map((one) => one[name]))
  return {
    perSecond: mid('perSecond'),
    processorMs: mid('processorMs'),
    databaseMs: mid('databaseMs'),
    commits: mid('commits'),
  }
}

function print(figures: readonly Figures[], server: string): void {
  const rows = processCounts.map((count) => {
    const { perSecond, processorMs, databaseMs, commits } = of(figures, server, count)
    return [
      count,
      {
        'a second': rounded(perSecond),
        'processes (ms)': rounded(processorMs, 2),
        'database (ms)': rounded(databaseMs, 2),
        commits: rounded(commits, 2),
      },
    ]
  })
  console.log(
    `\n${server}: processes on one PostgreSQL, ${connectionsEach} connections each, costs per submission until its emails are sent; median of ${rounds} rounds`,
  )
  console.table(Object.fromEntries(rows))
}

/** Several processes on one PostgreSQL. */
export async function benchProcesses(): Promise<void> {
  const engine = await postgresqlEngine()
  const mail = await answeringMailService()
  const isPinned = pin(process.pid, loadCore) && pin(mail.pid, loadCore)
  await pinDatabase(engine)
  console.log(
    isPinned
      ? `\nPinned: the processes to processors 0 to ${databaseCore - 1}, the database to ${databaseCore}, the load and the emails to ${loadCore}`
      : '\nNot pinned: processes move between processors',
  )
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round++)
    for (const count of processCounts)
      for (const build of builds) figures.push(await measure(engine, build, mail, count))
  for (const { name } of builds) print(figures, name)
  await mail.stop()
  await engine.stop()
}

/** Pins the server, whose connections inherit it. */
async function pinDatabase(engine: Engine): Promise<void> {
  const url = await engine.emptyDatabase()
  pin(await postmasterPid(url), databaseCore)
  await engine.dropDatabase(url)
}
