import { type FuzzReport, finishRun } from './finish-run.ts'
import { FuzzRun } from './fuzz-run.ts'
import type { LateResponse } from './health-watch.ts'
import { blockSize, isInRefusedPart } from './make-step.ts'
import { procedures } from './procedure-traffic.ts'
import { type Holdings, holdingsOf } from './process-figures.ts'
import { replaySteps } from './replay-steps.ts'
import { changedTables, rowSnapshot } from './row-watch.ts'
import { openSite, type SiteOptions } from './site-under-test.ts'
import { findLateCause, findStopCause } from './suspects.ts'

const concurrency = 24
const renewEvery = 100
const maxRestarts = 25

export type RunOptions = SiteOptions & {
  readonly count: number
  readonly keepGoing: boolean
  /** Runs only steps whose family contains this. An empty text runs all. */
  readonly match: string
  readonly only: readonly number[]
}

export async function runFuzz(options: RunOptions): Promise<FuzzReport> {
  const site = await openSite(options)
  const run = new FuzzRun(site, options.seed)
  try {
    return options.only.length > 0 ? await replaySteps(run, options.only) : await fuzz(run, options)
  } finally {
    await run.close()
    await site.close()
  }
}

type Progress = {
  readonly excluded: Set<string>
  readonly late: Set<string>
  readonly match: string
  unexplained: number
}

async function fuzz(run: FuzzRun, options: RunOptions): Promise<FuzzReport> {
  const { count, keepGoing, match } = options
  const startedAt = performance.now()
  const progress: Progress = { excluded: new Set(), late: new Set(), match, unexplained: 0 }
  const warmUp = Math.min(2_000, Math.max(300, Math.floor(count / 10)))
  const goesOn = () => (keepGoing || run.findings.all.length === 0) && run.restarts < maxRestarts
  let before: Holdings | undefined

  for (let start = 0; start < count && goesOn(); start += blockSize) {
    const numbers = Array.from({ length: Math.min(blockSize, count - start) }, (_, index) => start + index)
    await sendAll(
      run,
      numbers.filter((number) => !isInRefusedPart(number)),
      progress,
      goesOn,
    )
    const last = numbers.filter(isInRefusedPart)
    if (last.length > 0 && goesOn()) await sendRefused(run, last, progress, goesOn)
    run.readOutput()
    for (const problem of await run.ledger.problems(run.site.access)) run.findings.add(problem, [])
    if (!before && start + blockSize >= warmUp) {
      await run.quiet()
      before = holdingsOf(run.site.pid)
    }
  }
  const seconds = (performance.now() - startedAt) / 1000
  if (count >= blockSize && match === '' && goesOn()) noteUncovered(run)
  await run.quiet()
  await clearUp(run, progress, [])
  return await finishRun(run, { before, seconds, unexplained: progress.unexplained })
}

/** After a finding, some procedures are left out on purpose. */
function noteUncovered({ called, findings, restarts }: FuzzRun): void {
  const uncovered = restarts > 0 ? [] : procedures.filter(({ path }) => !called.has(path))
  for (const { path } of uncovered) findings.add(`${path} was never called with what it takes`, [])
}

/** Sends steps concurrently. After a problem it finds the cause and continues. */
async function sendAll(
  run: FuzzRun,
  numbers: readonly number[],
  progress: Progress,
  goesOn: () => boolean,
): Promise<void> {
  const left = numbers.values()
  let isAllSent = false
  const late: LateResponse[] = []
  const isInTrouble = () => {
    late.push(...run.watch.drainLate())
    return run.stop !== undefined || late.length > 0 || !goesOn()
  }
  const work = async () => {
    while (!isInTrouble()) {
      const { value: number, done } = left.next()
      isAllSent ||= done === true
      if (done) return
      await sendOne(run, number, progress)
    }
  }
  while (!isAllSent && goesOn()) {
    await Promise.all(Array.from({ length: concurrency }, work))
    await clearUp(run, progress, late.splice(0))
  }
}

async function sendOne(run: FuzzRun, number: number, { excluded, match }: Progress): Promise<void> {
  if (number % renewEvery === 0 && !isInRefusedPart(number)) await run.site.renew()
  const step = run.make(number)
  const isExcluded = [step.family, ...step.calls].some((name) => excluded.has(name))
  if (!isExcluded && step.family.includes(match)) await run.send(step)
}

async function clearUp(run: FuzzRun, progress: Progress, late: readonly LateResponse[]): Promise<void> {
  if (late.length > 0 && !run.stop) progress.unexplained += await findLateCause(run, late, progress.late)
  if (run.stop) for (const family of await findStopCause(run)) progress.excluded.add(family)
}

/** All of these must be refused and change nothing. */
async function sendRefused(
  run: FuzzRun,
  numbers: readonly number[],
  progress: Progress,
  goesOn: () => boolean,
): Promise<void> {
  const { access } = run.site
  const before = await rowSnapshot(access)
  await sendAll(run, numbers, progress, goesOn)
  const changed = changedTables(before, await rowSnapshot(access))
  if (changed.length === 0 || !goesOn()) return
  for (const number of numbers) {
    const [step, atFirst] = [run.make(number), await rowSnapshot(access)]
    await run.send(step)
    const tables = changedTables(atFirst, await rowSnapshot(access))
    if (tables.length > 0) {
      run.findings.add(`changes rows of ${tables.join(', ')} although it is refused`, [step])
      return
    }
  }
  // An earlier request was carried out late.
  progress.unexplained += 1
}
