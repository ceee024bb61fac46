import { setTimeout as wait } from 'node:timers/promises'
import { type FuzzRun, hanging } from './fuzz-run.ts'
import type { LateAnswer } from './health-watch.ts'
import type { Step } from './step.ts'

/** So many requests are tried again to find the one that did it. */
const maxSuspects = 60
/** A fault that depends on when a connection breaks off does not come each time. */
const triesOfEnding = 5
const maxWaitMs = 20_000
/** In which the probe asks at least twice. */
const probeMs = 80

const firstOfEachFamily = (steps: readonly Step[]) => [...new Map(steps.map((step) => [step.family, step])).values()]

/**
 * Finds the request that ended the server, or made it hang, by sending those that were under way again, each alone.
 *
 * @returns the families and the procedures that are better left out from now on
 */
export async function findWhatStoppedIt(run: FuzzRun): Promise<string[]> {
  const stop = run.stop
  if (!stop) return []
  const { what } = stop
  const [raw, http] = [isRaw, (step: Step) => !isRaw(step)].map((kind) => stop.suspects.filter(kind))
  // A hanging server does so with each request that hangs it; bytes and resets are a matter of luck.
  const suspects = what === hanging ? stop.suspects : [...(raw ?? []), ...(http ?? [])]
  await run.restart()
  const guilty: string[] = []
  for (const step of suspects.slice(0, maxSuspects)) {
    if (!(await stopsServer(run, step))) continue
    // May be another fault than the one that is looked for.
    const found = run.stop?.what ?? what
    run.findings.add(found, [step])
    guilty.push(...guiltyNames(step))
    await run.restart()
    if ((found === hanging) === (what === hanging)) return guilty
  }
  const likely = suspects.slice(0, maxSuspects)
  run.findings.add(what, likely, false)
  return [...guilty, ...likely.filter(isRaw).map(({ family }) => family)]
}

const isRaw = ({ request }: Step) => request.kind === 'raw'

/** What is left out because of a request: the one procedure that it calls, or all of its family. */
function guiltyNames({ family, calls }: Step): string[] {
  const [first, ...others] = new Set(calls)
  return first !== undefined && others.length === 0 ? [first] : [family]
}

async function stopsServer(run: FuzzRun, step: Step): Promise<boolean> {
  const times = isRaw(step) ? triesOfEnding : 1
  await Promise.all(Array.from({ length: times }, () => run.send(step)))
  if (isRaw(step)) await run.quiet()
  // Comes back when the server answers, or when it was ended because it hung.
  await fetch(`${run.site.server.origin}/healthz`, { signal: AbortSignal.timeout(maxWaitMs) }).catch(() => undefined)
  await wait(probeMs)
  return run.stop !== undefined
}

/** Finds the requests that held up /healthz, by sending those that were under way again, each alone. */
export async function findWhatWasLate(run: FuzzRun, late: readonly LateAnswer[], known: Set<string>): Promise<number> {
  let unexplained = 0
  for (const one of late) {
    const suspects = run.traffic.during(one.begunAt - 5, one.endedAt)
    if (suspects.some(({ family }) => known.has(family))) continue
    const guilty = await latestOf(run, suspects)
    if (guilty) {
      known.add(guilty.step.family)
      run.findings.add(`keeps /healthz waiting for ${Math.round(guilty.ms)} ms`, [guilty.step])
    } else unexplained += 1
  }
  return unexplained
}

/** The request that alone holds up /healthz for longer than is allowed, twice. */
async function latestOf(run: FuzzRun, suspects: readonly Step[]): Promise<{ step: Step; ms: number } | undefined> {
  for (const step of firstOfEachFamily(suspects).slice(0, maxSuspects)) {
    if ((await delayOf(run, step)) === 0) continue
    const ms = await delayOf(run, step)
    if (ms > 0) return { step, ms }
  }
  return undefined
}

/** How long /healthz was held up beyond what is allowed while a step was carried out alone; 0 where it was not. */
async function delayOf(run: FuzzRun, step: Step): Promise<number> {
  run.watch.takeLate()
  await run.send(step)
  await wait(probeMs)
  return Math.max(0, ...run.watch.takeLate().map(({ ownMs }) => ownMs))
}
