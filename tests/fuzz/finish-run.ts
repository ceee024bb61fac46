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
  /** Late /healthz and changed rows that no single request reproduced. */
  readonly unexplained: number
  readonly restarts: number
  readonly before: Holdings
  readonly after: Holdings
}

const settleMs = 20_000
const halfOpenMs = 5_000

/** The server responds and ends; the client never closes its half. */
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

/** Waits until the server is idle, and checks what it still holds. */
export async function finishRun(
  run: FuzzRun,
  { before, seconds, unexplained }: { before: Holdings | undefined; seconds: number; unexplained: number },
): Promise<FuzzReport> {
  const initial = before ?? holdingsOf(run.site.pid)
  let after = initial
  if (run.restarts === 0) {
    await run.quiet()
    after = await settledHoldings(run.site.pid, initial, settleMs)
    for (const problem of problemsOf(initial, after)) run.findings.add(problem, [])
    await checkHalfOpen(run, initial)
  }
  for (const problem of await run.ledger.problems(run.site.access)) run.findings.add(problem, [])
  await run.close()
  const { findings, sent, statuses, ledger, samples: health, restarts } = run
  const { acknowledged } = ledger
  return {
    ...{ findings: findings.all, sent, seconds, statuses, acknowledged },
    ...{ health, unexplained, restarts, before: initial, after },
  }
}

async function checkHalfOpen(run: FuzzRun, initial: Holdings): Promise<void> {
  if (run.findings.all.length > 0) return
  await run.send(halfOpen)
  const held = await settledHoldings(run.site.pid, initial, halfOpenMs)
  if (problemsOf(initial, held).length > 0)
    run.findings.add('leaves half-open connections of CONNECT requests open', [])
}
