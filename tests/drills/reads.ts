import { benchYear, storeWorkedRequests } from '#tests/bench/worked-requests.ts'
import { percentile } from '#tests/support/percentile.ts'
import { insertSignedIn } from '#tests/support/server/sessions.ts'
import type { Drill, DrillRun } from './harness/drill.ts'
import { times } from './harness/figures.ts'
import { barWith, maxOf, startProbe } from './harness/probe.ts'
import { type Scene, startScene } from './harness/scene.ts'
import { query, send } from './harness/submit.ts'

/** Resolves with the status, or the code of a broken connection. */
type Read = () => Promise<number | string>

/** In ms, for `/healthz`. */
const [commonLimit, maxLimit] = [120, 200]
const exportTimeoutMs = 300_000

const calls: Readonly<Record<string, readonly [procedure: string, input: unknown]>> = {
  'first page': ['estimates.list', { limit: 50 }],
  'search for one letter': ['estimates.list', { limit: 50, q: 'v' }],
  'counts of a common word': ['estimates.counts', { q: 'visitor' }],
  'four filters': ['estimates.list', { urgent: true, type: 'commercial', budget: '25k-50k', assignee: 'none' }],
  'sorted by budget': ['estimates.list', { limit: 50, sort: 'budget' }],
  'report of a year': ['reports.overview', benchYear],
}

function readsOf({ origin }: Scene, cookie: string): ReadonlyMap<string, Read> {
  const status = (reply: Promise<{ status: number }>) =>
    reply.then(
      ({ status }) => status,
      ({ code }: { code?: string }) => code ?? 'broken',
    )
  const reads = Object.entries(calls).map(([name, [procedure, input]]): [string, Read] => [
    name,
    () => status(query(origin, procedure, input, cookie)),
  ])
  const exported: Read = async () => {
    const { body } = await send(`${origin}/api/trpc/estimates.createExport`, {}, { cookie })
    const { url } = JSON.parse(body).result.data
    return await status(send(`${origin}${url}`, undefined, { cookie, timeoutMs: exportTimeoutMs }))
  }
  return new Map([...reads, ['export', exported]])
}

async function whileReading(drill: DrillRun): Promise<void> {
  const scene = await startScene(drill)
  await storeWorkedRequests(scene.place.databaseUrl, drill.count(100_000))
  const { cookie } = await insertSignedIn(scene.place.databaseUrl, { role: 'admin' })
  const ms = drill.count(10) * 1_000
  for (const [name, read] of readsOf(scene, cookie)) {
    await read()
    const probe = await startProbe([{ url: `${scene.origin}/healthz`, intervalMs: 20 }])
    const durations: number[] = []
    const until = performance.now() + ms
    while (performance.now() < until) {
      const begun = performance.now()
      const status = await read()
      drill.check(`each read is answered: ${name}`, status === 200, status)
      durations.push(performance.now() - begun)
    }
    const { targets, control } = await probe.stop()
    const [health] = targets
    if (!health) throw new Error('nothing was probed')
    drill.figure(`${name}: ms p50/p99/max`, times(durations))
    drill.figure(`${name}: /healthz, machine`, `${times(health.durations)}, ${times(control.durations)}`)
    const common = percentile(health.durations, 0.99)
    const commonBar = barWith(commonLimit * drill.slowness(), control, 0.99)
    drill.check(`99 % of /healthz take at most ${commonLimit} ms: ${name}`, common <= commonBar, { common, commonBar })
    const bar = barWith(maxLimit * drill.slowness(), control, 1)
    drill.check(`/healthz takes at most ${maxLimit} ms: ${name}`, maxOf(health) <= bar, { max: maxOf(health), bar })
  }
}

const sqlite = (id: string, title: string, run: Drill['run']): Drill => ({ id, title, engine: 'sqlite', run })

export const readDrills: readonly Drill[] = [sqlite('READS', 'long reads of 100,000 requests', whileReading)]
