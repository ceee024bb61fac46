import { setTimeout as wait } from 'node:timers/promises'
import { type FuzzReport, finishRun } from './finish-run.ts'
import type { FuzzRun } from './fuzz-run.ts'

/** In which the server is noticed to have ended, and /healthz to have been late. */
const lookMs = 150

/** Sends the steps that are named, one after the other, and says what came of each. */
export async function replaySteps(run: FuzzRun, only: readonly number[]): Promise<FuzzReport> {
  const begun = performance.now()
  for (const number of only) {
    await run.site.renew()
    const step = run.make(number)
    const sentAt = performance.now()
    const { statuses } = await run.send(step)
    const took = Math.round(performance.now() - sentAt)
    const answers = statuses.slice(0, 5).join(', ') || 'no answer'
    process.stdout.write(`step ${number}: ${step.family} (${step.caller}): ${answers}, ${took} ms\n`)
    if (step.request.kind === 'raw') await run.quiet()
    await wait(lookMs)
    for (const { ownMs } of run.watch.takeLate())
      run.findings.add(`keeps /healthz waiting for ${Math.round(ownMs)} ms`, [step])
    if (run.stop) {
      run.findings.add(run.stop.what, [step])
      await run.restart()
    }
  }
  run.readOutput()
  return await finishRun(run, { before: undefined, seconds: (performance.now() - begun) / 1000, unexplained: 0 })
}
