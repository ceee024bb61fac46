import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import { estimateInput, newVisitor } from '#tests/support/estimates/estimate-input.ts'
import { fromElsewhere, trustLoopback } from '#tests/support/server/sender-ip.ts'
import { startServer, temporaryFolder } from '#tests/support/server/server-process.ts'
import { type Engine, median, onEachEngine, startRawServer } from './engines.ts'
import { silentMailService } from './silent-mail-service.ts'

const connectionCounts = [1, 10, 50]
const rounds = Number(process.env.BENCH_ROUNDS ?? 4)
const secondsEach = 3

type Contestant = {
  name: string
  start(databaseUrl: string, settings: Record<string, string>): ReturnType<typeof startServer>
}

const product: Contestant = {
  name: 'the product',
  start: (url, settings) => startServer({ ...settings, ...trustLoopback, DATABASE_URL: url }),
}
const raw: Contestant = { name: 'raw, one transaction each', start: (url) => startRawServer(url) }
const rawGrouped: Contestant = {
  name: 'raw, grouped commits',
  start: (url) => startRawServer(url, { GROUPED: '1' }),
}

type Figures = { perSecond: number; p99: number }

async function load(origin: string, connections: number): Promise<Figures> {
  const result = await autocannon({
    url: `${origin}/api/trpc/estimates.submit`,
    connections,
    duration: secondsEach,
    requests: [
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        setupRequest: (request) => ({
          ...request,
          // A new sender each time, because of rate limits.
          headers: { ...request.headers, ...fromElsewhere() },
          body: JSON.stringify(estimateInput({ requestKey: randomUUID(), ...newVisitor() })),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} errors`)
  return { perSecond: result['2xx'] / result.duration, p99: result.latency.p99 }
}

async function measure(engine: Engine): Promise<void> {
  const mail = await silentMailService()
  const data = temporaryFolder('bench-data')
  const contestants = engine.name === 'SQLite' ? [raw, rawGrouped, product] : [raw, product]
  const figures = new Map<string, Figures[]>()
  for (let round = 0; round < rounds; round++) {
    for (const contestant of contestants) {
      const url = await engine.newDatabase()
      const server = await contestant.start(url, { ...mail.settings, DATA_DIR: data.path })
      await load(server.origin, 10)
      for (const connections of connectionCounts) {
        const key = `${contestant.name}/${connections}`
        figures.set(key, [...(figures.get(key) ?? []), await load(server.origin, connections)])
      }
      await server.end('SIGKILL')
    }
  }
  mail.stop()
  data.remove()

  const perSecond = (name: string, connections: number) =>
    median((figures.get(`${name}/${connections}`) ?? []).map((figure) => figure.perSecond))
  console.log(
    `\n${engine.name}: durable submissions a second (ratio to raw; 99th percentile in ms), median of ${rounds} rounds`,
  )
  console.table(
    Object.fromEntries(
      contestants.map(({ name }) => [
        name,
        Object.fromEntries(
          connectionCounts.map((connections) => {
            const rate = perSecond(name, connections)
            const ratio = rate / perSecond(raw.name, connections)
            const p99 = median((figures.get(`${name}/${connections}`) ?? []).map((figure) => figure.p99))
            return [`${connections} at once`, `${rate.toFixed(0)} (${ratio.toFixed(2)}; ${p99.toFixed(0)} ms)`]
          }),
        ),
      ]),
    ),
  )
}

/** Submissions per second, the product beside a raw server, on both engines, in interleaved rounds. */
export async function benchSubmit(): Promise<void> {
  await onEachEngine(measure)
}
