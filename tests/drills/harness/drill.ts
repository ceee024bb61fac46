import type { StartedDatabases } from '#tests/support/server/started-databases.ts'
import type { Random } from './random.ts'

export type EngineName = 'sqlite' | 'postgresql'
export const engineNames: readonly EngineName[] = ['sqlite', 'postgresql']

export type Drill = {
  /** It is, for instance, `R1`, and the same for all variants. */
  readonly id: string
  readonly title: string
  readonly engine: EngineName
  /** @throws {Skipped} any other error is a failure */
  run(drill: DrillRun): Promise<void>
}

export type DrillRun = {
  readonly engine: EngineName
  readonly random: Random
  /** Absolute path of the build. */
  readonly dist: string
  readonly soakMinutes: number
  /** Whether long waits are skipped. */
  readonly isShort: boolean
  /** Scales a number of repetitions. */
  count(full: number): number
  /** Adds a figure to the table. */
  figure(name: string, value: number | string): void
  /** Reports a broken rule. The drill continues. */
  check(rule: string, holds: boolean, seen?: unknown): void
  /** A shared server, which no drill may disturb. */
  postgresql(): Promise<{ readonly url: string }>
  /** Databases that this build has opened before, to copy instead of starting on an empty one. */
  readonly started?: StartedDatabases | undefined
  /** Says how much slower the machine was than at its best, from 1 to 4. It multiplies time limits. */
  slowness(): number
  /** Runs at the end, latest first. */
  defer(undo: (isBroken: boolean) => unknown): void
}

/** The machine cannot run a drill. The message is for the table. */
export class Skipped extends Error {
  override readonly name = 'Skipped'
}

export function onBothEngines(drill: Omit<Drill, 'engine'>): Drill[] {
  return engineNames.map((engine) => ({ ...drill, engine }))
}
