import { setTimeout as wait } from 'node:timers/promises'
import { type FuzzReport, finishRun } from './finish-run.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** Time to notice an exit or a late /healthz. */
const settleMs = 150

export async function replaySteps(run: FuzzRun, only: readonly number[]): Promise<FuzzReport> {
  const startedAt = performance.now()
  for (const number of only) {
    await run.site.renew()
    const step = run.make(number)
    const sentAt = performance.now()
    const { statuses } = await run.send(step)
    const ms = Math.round(performance.now() - sentAt)
    const responses = statuses.slice(0, 5).join(', ') || 'no response'
    process.stdout.write(`step ${number}: ${step.family} (${step.caller}): ${responses}, ${ms} ms\n`)
    if (step.request.kind === 'raw') await run.quiet()
    await wait(settleMs)
    for (const { ownMs } of run.watch.drainLate())
      run.findings.add(`keeps /healthz waiting for ${Math.round(ownMs)} ms`, [step])
    if (run.stop) {
      run.findings.add(run.stop.what, [step])
      await run.restart()
    }
  }
  run.readOutput()
  return await finishRun(run, { before: undefined, seconds: (performance.now() - startedAt) / 1000, unexplained: 0 })
}
