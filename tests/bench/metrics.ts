import { percentile } from '#tests/support/percentile.ts'
import { freePort, type ServerProcess } from '#tests/support/server/server-process.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine } from './engines.ts'
import { rounded } from './figures.ts'
import { perSubmission, readTotals, untilSent, untilStored } from './meter.ts'
import { options } from './options.ts'
import { answeringMailService, type MailService } from './start-mail-service.ts'
import { assertAllStored, submitLoad } from './submit-load.ts'

const rounds = options.rounds ?? 30
const seconds = options.seconds ?? 1
const connections = options.connections?.[0] ?? 10
const [first, second, measured] = ['without', 'without, again', 'with /metrics'] as const
const names = [first, second, measured]

type Contestant = { readonly name: string; readonly url: string; readonly server: ServerProcess; read(): Promise<void> }
/** Milliseconds of processor time per submission, by name. */
type Round = Readonly<Record<string, number>>

async function start(engine: Engine, mail: MailService, name: string): Promise<Contestant> {
  const [url, port] = [await engine.emptyDatabase(), await freePort()]
  const isMeasured = name === measured
  const metrics: Record<string, string> = isMeasured ? { METRICS_PORT: String(port) } : {}
  const server = await startOn(product, url, { ...mail.settings, ...metrics })
  const read = async () => {
    if (isMeasured) await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  }
  return { name, url, server, read }
}

/** @returns milliseconds of processor time per submission */
async function measure({ url, server, read }: Contestant): Promise<number> {
  const before = await readTotals(url, [server])
  const result = await submitLoad(server.origin, { connections, seconds })
  assertAllStored(result)
  await read()
  await untilStored(url)
  await untilSent(url)
  return perSubmission(await readTotals(url, [server]), before).processorMs
}

function print(engine: Engine, figures: readonly Round[]): void {
  const ratios = (name: string) => figures.map((round) => (round[name] ?? Number.NaN) / (round[first] ?? Number.NaN))
  const row = (name: string) => ({
    'processor (ms)': rounded(
      percentile(
        figures.map((round) => round[name] ?? Number.NaN),
        0.5,
      ),
      3,
    ),
    'of the first': rounded(percentile(ratios(name), 0.5), 3),
    'a quarter below': rounded(percentile(ratios(name), 0.25), 3),
    'a quarter above': rounded(percentile(ratios(name), 0.75), 3),
  })
  console.log(`\n${engine.name}, ${connections} at once, with emails; each round's ratio, median of ${rounds} rounds`)
  console.table(Object.fromEntries(names.map((name) => [name, row(name)])))
}

/**
 * Measures the cost of `/metrics` for a submission. Three servers run side by side and take turns, so that each round
 * sees one state of the machine; two of them are equal and show how far equal servers differ.
 */
export async function benchMetrics(): Promise<void> {
  const mail = await answeringMailService()
  await onEachEngine(async (engine) => {
    const contestants = await Promise.all(names.map((name) => start(engine, mail, name)))
    for (const contestant of contestants) await measure(contestant)
    const figures: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const turns = contestants.map((_, turn) => contestants[(turn + round) % contestants.length] as Contestant)
      const costs: Record<string, number> = {}
      for (const contestant of turns) costs[contestant.name] = await measure(contestant)
      figures.push(costs)
    }
    for (const { server } of contestants) await server.end('SIGKILL')
    for (const { url } of contestants) await engine.dropDatabase(url)
    print(engine, figures)
  })
  await mail.stop()
}
