import type { Finding } from './findings.ts'
import type { FuzzRun } from './fuzz-run.ts'
import { type Holdings, holdingsOf, problemsOf, settledHoldings } from './process-figures.ts'
import type { Step } from './step.ts'

export type FuzzReport = {
  readonly findings: readonly Finding[]
  readonly sent: number
  readonly seconds: number
  readonly statuses: ReadonlyMap<number, number>
  readonly acknowledged: number
  readonly health: { readonly wall: readonly number[]; readonly own: readonly number[] }
  /** Late answers of /healthz and changed rows that none of the requests under way has caused again by itself. */
  readonly unexplained: number
  readonly restarts: number
  readonly before: Holdings
  readonly after: Holdings
}

const settleMs = 20_000
/** Sockets that the server has answered and ended are gone at once. */
const halfOpenMs = 5_000

/** Connections that the server answers and ends, and of which the client never ends its half. */
const halfOpen: Step = {
  number: -1,
  family: 'CONNECT',
  caller: 'anonymous',
  calls: [],
  isRefused: false,
  request: {
    kind: 'raw',
    bytes: 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
    pieces: 1,
    ending: 'hold',
    delayMs: 0,
    copies: 40,
  },
}

/** Has a run come to rest, looks what the server has kept of it, and sums the run up. */
export async function finishRun(
  run: FuzzRun,
  { before, seconds, unexplained }: { before: Holdings | undefined; seconds: number; unexplained: number },
): Promise<FuzzReport> {
  const begin = before ?? holdingsOf(run.site.pid)
  let after = begin
  if (run.restarts === 0) {
    await run.quiet()
    after = await settledHoldings(run.site.pid, begin, settleMs)
    for (const problem of problemsOf(begin, after)) run.findings.add(problem, [])
    await lookForHalfOpen(run, begin)
  }
  for (const problem of await run.ledger.problems(run.site.access)) run.findings.add(problem, [])
  await run.close()
  const { findings, sent, statuses, ledger, samples: health, restarts } = run
  const { acknowledged } = ledger
  return {
    ...{ findings: findings.all, sent, seconds, statuses, acknowledged },
    ...{ health, unexplained, restarts, before: begin, after },
  }
}

async function lookForHalfOpen(run: FuzzRun, begin: Holdings): Promise<void> {
  if (run.findings.all.length > 0) return
  await run.send(halfOpen)
  const kept = await settledHoldings(run.site.pid, begin, halfOpenMs)
  if (problemsOf(begin, kept).length > 0) run.findings.add('leaves half-open connections of CONNECT requests open', [])
}
