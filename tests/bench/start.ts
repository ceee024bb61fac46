import { setTimeout as delay } from 'node:timers/promises'
import { median } from '#tests/support/percentile.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type Build, builds } from './builds.ts'
import { rounded } from './figures.ts'
import { options } from './options.ts'
import { residentMegabytes, usageOf } from './process-usage.ts'

const rounds = options.rounds ?? 7
/** This leaves time for garbage collection. */
const idleMs = 5_000

async function measure(build: Build, dataDir: string) {
  const startedAt = performance.now()
  const server = await build.start({ DATA_DIR: dataDir })
  const seconds = (performance.now() - startedAt) / 1000
  const { processorMs } = usageOf(server.process.pid)
  await delay(idleMs)
  const idleMegabytes = residentMegabytes(server.process.pid) ?? Number.NaN
  await server.end('SIGTERM')
  return { build: build.name, seconds, processorMs, idleMegabytes }
}

type Figures = Awaited<ReturnType<typeof measure>>

/** Time and processor time to the first response on a migrated database, and idle memory. */
export async function benchStart(): Promise<void> {
  const folders = new Map(builds.map((build) => [build, temporaryFolder('bench-start')]))
  for (const [build, { path }] of folders) await (await build.start({ DATA_DIR: path })).end('SIGTERM')
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round++)
    for (const [build, { path }] of folders) figures.push(await measure(build, path))
  for (const { remove } of folders.values()) remove()
  console.log(`\nStart on a migrated database, SQLite, ${rounds} interleaved rounds`)
  const row = (name: string) => {
    const of = (figure: Exclude<keyof Figures, 'build'>) =>
      figures.filter(({ build }) => build === name).map((one) => one[figure])
    return {
      'first response, median (s)': rounded(median(of('seconds')), 2),
      'slowest (s)': rounded(Math.max(...of('seconds')), 2),
      'its processor time, median (ms)': rounded(median(of('processorMs'))),
      'idle, median (MB)': rounded(median(of('idleMegabytes'))),
    }
  }
  console.table(Object.fromEntries(builds.map(({ name }) => [name, row(name)])))
}
