import type { Random } from './random.ts'

export type EngineName = 'sqlite' | 'postgresql'
export const engineNames: readonly EngineName[] = ['sqlite', 'postgresql']

/** One fault on one engine, and what has to hold in spite of it. */
export type Drill = {
  /** As on the command line, such as `R1`; the same for all variants. */
  readonly id: string
  readonly title: string
  readonly engine: EngineName
  /** Throws {@link Skipped} where this machine has no means for it. What it throws otherwise is a failure. */
  run(drill: DrillRun): Promise<void>
}

/** What a drill is given, and where it says what it has seen. */
export type DrillRun = {
  readonly engine: EngineName
  readonly random: Random
  /** Absolute path of the `dist` folder whose server is drilled. */
  readonly dist: string
  readonly soakMinutes: number
  /** Whether there is no time to wait for what the full run waits for. */
  readonly isShort: boolean
  /** A number of repetitions, cut down in a short run. */
  count(full: number): number
  /** A figure for the table. */
  figure(name: string, value: number | string): void
  /** A rule that has to hold. A drill goes on after a broken one, to see what else is broken. */
  check(rule: string, holds: boolean, seen?: unknown): void
  /** A shared PostgreSQL server that no drill may disturb. */
  postgresql(): Promise<{ readonly url: string }>
  /** How much slower than at its best this machine was during the drill, from 1 to 4: what a time limit is multiplied by. */
  slowness(): number
  /** What to undo at the end, latest first. It is told whether a rule was broken. */
  defer(undo: (isBroken: boolean) => unknown): void
}

/** This machine has no means for a drill. The message is the sentence for the table; it is not a pass. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

/** The same drill on both engines. */
export function onBothEngines(drill: Omit<Drill, 'engine'>): Drill[] {
  return engineNames.map((engine) => ({ ...drill, engine }))
}
