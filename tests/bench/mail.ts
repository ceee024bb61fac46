import { setTimeout as delay } from 'node:timers/promises'
import { median } from '#tests/support/percentile.ts'
import { trustLoopback } from '#tests/support/server/sender-ip.ts'
import { temporaryFolder } from '#tests/support/server/server-process.ts'
import { type Build, builds } from './builds.ts'
import { rounded } from './figures.ts'
import { countWaiting } from './meter.ts'
import { options } from './options.ts'
import { residentMegabytes, usageOf } from './process-usage.ts'
import { answeringMailService } from './start-mail-service.ts'
import { submit } from './visitors.ts'

const rounds = options.rounds ?? 3
/** Memory is read after this time, when nothing is left to be collected. */
const settleMs = 4_000

async function measure(build: Build) {
  const service = await answeringMailService()
  const data = temporaryFolder('bench-mail')
  const settings = { ...service.settings, ...trustLoopback, DATA_DIR: data.path }
  // The first start applies the migrations.
  await (await build.start(settings)).end('SIGTERM')

  const server = await build.start(settings)
  const { pid } = server.process
  const startProcessorMs = usageOf(pid).processorMs
  await delay(settleMs)
  const idleMegabytes = residentMegabytes(pid) ?? Number.NaN

  const submitted = await submit(server.origin)
  while ((await countWaiting(`file:${data.path}/app.db`)) > 0) await delay(5)
  const firstEmailsMs = performance.now() - submitted
  await delay(settleMs)
  const firstEmailsMegabytes = residentMegabytes(pid) ?? Number.NaN

  await server.end('SIGTERM')
  await service.stop()
  data.remove()
  return { build: build.name, startProcessorMs, idleMegabytes, firstEmailsMs, firstEmailsMegabytes }
}

type Figures = Awaited<ReturnType<typeof measure>>

/** The cost of the first emails. The bench of submissions measures the others. */
export async function benchMail(): Promise<void> {
  const figures: Figures[] = []
  for (let round = 0; round < rounds; round += 1) for (const build of builds) figures.push(await measure(build))
  console.log(`\nThe first emails, SQLite, median of ${rounds} interleaved rounds`)
  const row = (name: string) => {
    const of = (figure: Exclude<keyof Figures, 'build'>) =>
      rounded(median(figures.filter(({ build }) => build === name).map((one) => one[figure])))
    return {
      'processor until the first response (ms)': of('startProcessorMs'),
      'idle (MB)': of('idleMegabytes'),
      'after the first emails (MB)': of('firstEmailsMegabytes'),
      'first emails sent after (ms)': of('firstEmailsMs'),
    }
  }
  console.table(Object.fromEntries(builds.map(({ name }) => [name, row(name)])))
}
