import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { insertManyEstimates } from '#tests/support/estimates/insert-many-estimates.ts'
import { median } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import { product, startOn } from './builds.ts'
import { type Engine, onEachEngine, startRawServer } from './engines.ts'
import { timeOf } from './figures.ts'
import { pageSize, positionOf } from './list-cases.ts'
import { options } from './options.ts'

const rounds = options.rounds ?? 4
const secondsEach = options.seconds ?? 3
const connectionCounts = [1, 10]
const storedRequests = options.rows ?? 100_000
const pairs = 200

const address = (origin: string, cursor?: string) =>
  `${origin}/api/trpc/estimates.list?input=${encodeURIComponent(JSON.stringify({ limit: pageSize, cursor }))}`

async function listsPerSecond(origin: string, cookie: string, connections: number): Promise<number> {
  const result = await autocannon({ url: address(origin), headers: { cookie }, connections, duration: secondsEach })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

async function read(url: string, cookie: string): Promise<void> {
  const answer = await fetch(url, { headers: { cookie } })
  await answer.text()
  if (!answer.ok) throw new Error(`a page was answered ${answer.status}`)
}

async function measure(engine: Engine): Promise<void> {
  const url = await engine.newDatabase()
  await insertManyEstimates(url, storedRequests, new Date('2026-01-01'))
  const { cookie } = await insertSignedIn(url, { role: 'staff' })
  const contestants = {
    raw: () => startRawServer(url),
    'the product': () => startOn(product, url),
  }

  const rates = new Map<string, number[]>()
  const [first, last]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [name, start] of Object.entries(contestants)) {
      const server = await start()
      await listsPerSecond(server.origin, cookie, 10)
      for (const connections of connectionCounts) {
        const key = `${name}/${connections}`
        rates.set(key, [...(rates.get(key) ?? []), await listsPerSecond(server.origin, cookie, connections)])
      }
      if (name === 'the product' && round === 0) {
        const { cursor } = await positionOf(url, storedRequests - pageSize - 1)
        await delay(500)
        for (let pair = 0; pair < pairs; pair++) {
          first.push(await timeOf(() => read(address(server.origin), cookie)))
          last.push(await timeOf(() => read(address(server.origin, cursor), cookie)))
        }
      }
      await server.end('SIGKILL')
    }

  const rate = (name: string, connections: number) => median(rates.get(`${name}/${connections}`) ?? [])
  console.log(
    `\n${engine.name}: lists of ${pageSize} out of ${storedRequests} a second (ratio to raw), median of ${rounds} rounds`,
  )
  console.table(
    Object.fromEntries(
      Object.keys(contestants).map((name) => [
        name,
        Object.fromEntries(
          connectionCounts.map((connections) => {
            const ratio = rate(name, connections) / rate('raw', connections)
            return [`${connections} at once`, `${rate(name, connections).toFixed(0)} (${ratio.toFixed(2)})`]
          }),
        ),
      ]),
    ),
  )
  const [firstMs, lastMs] = [median(first), median(last)]
  console.log(
    `first page ${firstMs.toFixed(2)} ms, page ${storedRequests / pageSize} ${lastMs.toFixed(2)} ms: ${(lastMs / firstMs).toFixed(2)} times`,
  )
}

/** The list beside a raw server, and its last page beside its first, on both engines. */
export async function benchList(): Promise<void> {
  await onEachEngine(measure)
}
