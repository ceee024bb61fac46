import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { type ServerProcess, temporaryFolder } from '#tests/support/server/server-process.ts'
import { type Build, builds } from './builds.ts'
import { type Engine, postgresqlEngine } from './engines.ts'
import { keepFigures, median, rounded } from './figures.ts'
import { perSubmission, postmasterPid, readTotals, untilSent, untilStored } from './meter.ts'
import { options } from './options.ts'
import { answeringMailService, type MailService } from './start-mail-service.ts'
import { assertAllStored, submitLoad } from './submit-load.ts'

const rounds = options.rounds ?? 3
const seconds = options.seconds ?? 5
const processCounts = [1, 2, 3]
/** So that groups are as large, however many processes there are. */
const connectionsEach = 10
const modeledProcesses = [1, 2, 3, 4, 8, 16]
const modeledCores = [2, 4, 8, 16]
const maxModeled = 1_000

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
  readonly round: number
  readonly perSecond: number
  /** The rest per submission. */
  readonly processorMs: number
  readonly databaseMs: number
  readonly commits: number
}

async function measure(engine: Engine, build: Build, mail: MailService, count: number) {
  const url = await engine.emptyDatabase()
  const servers: ServerProcess[] = []
  const data = temporaryFolder('bench-processes')
  for (const index of Array(count).keys()) {
    const server = await build.start({ ...mail.settings, ...trustLoopback, DATABASE_URL: url, DATA_DIR: data.path })
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
  data.remove()
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

/** Least squares: the value with one process, and what each further one adds, which is not less than nothing. */
function line(values: readonly number[]): { one: number; more: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = (values.length - 1) / 2
  const spread = values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  const slope = values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / spread
  const more = Math.max(0, slope)
  return { one: mean - more * middle, more }
}

/**
 * Models processes on machines of their own. A process uses one processor, a submission costs each of the others a
 * notification, and the database uses all of its processors.
 */
function model(figures: readonly Figures[], server: string) {
  const measured = processCounts.map((count) => of(figures, server, count))
  const app = line(measured.map(({ processorMs }) => processorMs))
  const databaseMs = median(measured.map(({ databaseMs }) => databaseMs))
  const appLimit = (count: number) => (count * 1000) / (app.one + app.more * (count - 1))
  const rows = modeledProcesses.map((count) => {
    const limits = modeledCores.map((databaseCores) => {
      const databaseLimit = (databaseCores * 1000) / databaseMs
      const reached = Math.min(appLimit(count), databaseLimit)
      return [
        `database of ${databaseCores}`,
        `${rounded(reached)}${databaseLimit < appLimit(count) ? ' (database)' : ''}`,
      ]
    })
    return [count, { 'processes alone': rounded(appLimit(count)), ...Object.fromEntries(limits) }]
  })
  const limits = modeledCores.map((databaseCores) => {
    const counts = Array.from({ length: maxModeled }, (_, index) => index + 1)
    const first = counts.find((count) => appLimit(count) > (databaseCores * 1000) / databaseMs)
    return [`database of ${databaseCores}`, first === undefined ? `not up to ${maxModeled}` : `${first} processes`]
  })
  const table = { ...Object.fromEntries(rows), 'database limits from': Object.fromEntries(limits) }
  return { app, databaseMs, table }
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
  const { app, databaseMs, table } = model(figures, server)
  console.log(
    `Submissions a second by the model, by processes on machines of their own and processors of the database: ${rounded(app.one, 2)} ms of the own process, ${rounded(app.more, 2)} ms of each other, ${rounded(databaseMs, 2)} ms of the database`,
  )
  console.table(table)
}

/** Several processes on one PostgreSQL, and a model of more. */
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
      for (const build of builds) {
        figures.push({ round, ...(await measure(engine, build, mail, count)) })
        keepFigures('processes', { cores, isPinned, figures })
      }
  for (const { name } of builds) {
    print(figures, name)
    keepFigures(`processes, model of ${name}`, model(figures, name))
  }
  await mail.stop()
  await engine.stop()
}

/** Connections inherit it. */
async function pinDatabase(engine: Engine): Promise<void> {
  const url = await engine.emptyDatabase()
  pin(await postmasterPid(url), databaseCore)
  await engine.dropDatabase(url)
}
