import { setTimeout as wait } from 'node:timers/promises'
import { type FuzzRun, hanging } from './fuzz-run.ts'
import type { LateResponse } from './health-watch.ts'
import type { Step } from './step.ts'

/** Requests that are tried again. */
const maxSuspects = 60
/** A fault may depend on when a connection breaks off. */
const triesOfEnding = 5
const maxWaitMs = 20_000
/** At least two requests of the probe fit into this time. */
const probeMs = 80

const firstOfEachFamily = (steps: readonly Step[]) => [...new Map(steps.map((step) => [step.family, step])).values()]

/**
 * Sends the requests that were under way again, each alone.
 *
 * @returns families and procedures to leave out from now on
 */
export async function findStopCause(run: FuzzRun): Promise<string[]> {
  const stop = run.stop
  if (!stop) return []
  const { what } = stop
  const [raw, http] = [isRaw, (step: Step) => !isRaw(step)].map((kind) => stop.suspects.filter(kind))
  // Hangs are reproducible; bytes and resets are a matter of luck.
  const suspects = what === hanging ? stop.suspects : [...(raw ?? []), ...(http ?? [])]
  await run.restart()
  const guilty: string[] = []
  for (const step of suspects.slice(0, maxSuspects)) {
    if (!(await stopsServer(run, step))) continue
    // It may be another fault.
    const found = run.stop?.what ?? what
    run.findings.add(found, [step])
    guilty.push(...namesToExclude(step))
    await run.restart()
    if ((found === hanging) === (what === hanging)) return guilty
  }
  const likely = suspects.slice(0, maxSuspects)
  run.findings.add(what, likely, false)
  return [...guilty, ...likely.filter(isRaw).map(({ family }) => family)]
}

const isRaw = ({ request }: Step) => request.kind === 'raw'

/** The procedure that a request calls, or its family. */
function namesToExclude({ family, calls }: Step): string[] {
  const [first, ...others] = new Set(calls)
  return first !== undefined && others.length === 0 ? [first] : [family]
}

async function stopsServer(run: FuzzRun, step: Step): Promise<boolean> {
  const times = isRaw(step) ? triesOfEnding : 1
  await Promise.all(Array.from({ length: times }, () => run.send(step)))
  if (isRaw(step)) await run.quiet()
  // Ends when the server responds or is ended.
  await fetch(`${run.site.server.origin}/healthz`, { signal: AbortSignal.timeout(maxWaitMs) }).catch(() => undefined)
  await wait(probeMs)
  return run.stop !== undefined
}

/** Sends the requests that were under way again, each alone. */
export async function findLateCause(run: FuzzRun, late: readonly LateResponse[], known: Set<string>): Promise<number> {
  let unexplained = 0
  for (const one of late) {
    const suspects = run.traffic.during(one.startedAt - 5, one.endedAt)
    if (suspects.some(({ family }) => known.has(family))) continue
    const guilty = await latestOf(run, suspects)
    if (guilty) {
      known.add(guilty.step.family)
      run.findings.add(`keeps /healthz waiting for ${Math.round(guilty.ms)} ms`, [guilty.step])
    } else unexplained += 1
  }
  return unexplained
}

/** Finds the request that alone delays /healthz too long, twice. */
async function latestOf(run: FuzzRun, suspects: readonly Step[]): Promise<{ step: Step; ms: number } | undefined> {
  for (const step of firstOfEachFamily(suspects).slice(0, maxSuspects)) {
    if ((await delayOf(run, step)) === 0) continue
    const ms = await delayOf(run, step)
    if (ms > 0) return { step, ms }
  }
  return undefined
}

/** Delay of /healthz beyond the limit, in ms. */
async function delayOf(run: FuzzRun, step: Step): Promise<number> {
  run.watch.drainLate()
  await run.send(step)
  await wait(probeMs)
  return Math.max(0, ...run.watch.drainLate().map(({ ownMs }) => ownMs))
}
