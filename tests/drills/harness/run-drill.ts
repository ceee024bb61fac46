import { type PostgresqlServer, startPostgresql } from '#tests/support/database/postgresql-server.ts'
import { type Drill, type DrillRun, type EngineName, Skipped } from './drill.ts'
import type { Pace } from './pace.ts'
import { Random } from './random.ts'

export type Report = {
  readonly id: string
  readonly title: string
  readonly engine: EngineName
  readonly figures: Readonly<Record<string, number | string>>
  /** Broken rules, each with what was seen. */
  readonly broken: readonly string[]
  /** The reason why the drill was skipped. */
  readonly skipped?: string
  readonly seconds: number
}

export type RunOptions = {
  readonly seed: string
  readonly scale: number
  readonly dist: string
  readonly soakMinutes: number
  readonly postgresql: DrillRun['postgresql']
  readonly started?: DrillRun['started']
  readonly pace: Pace
}

const maxSeenLength = 400

/** Runs a drill and cleans up. Never throws. */
export async function runDrill(drill: Drill, options: RunOptions): Promise<Report> {
  const { id, title, engine } = drill
  const startedAt = performance.now()
  const figures: Record<string, number | string> = {}
  const breaches = new Map<string, { times: number; seen: unknown }>()
  const breach = (rule: string, seen?: unknown) => {
    const known = breaches.get(rule) ?? { times: 0, seen }
    known.times += 1
    breaches.set(rule, known)
  }
  const undos: ((isBroken: boolean) => unknown)[] = []
  let skipped: string | undefined
  const run: DrillRun = {
    engine,
    random: new Random(`${options.seed}/${id}/${title}/${engine}`),
    dist: options.dist,
    soakMinutes: options.soakMinutes,
    isShort: options.scale < 0.1,
    count: (full) => Math.max(1, Math.round(full * options.scale)),
    figure(name, value) {
      figures[name] = typeof value === 'number' ? Math.round(value * 10) / 10 : value
    },
    check(rule, holds, seen) {
      if (!holds) breach(rule, seen)
    },
    postgresql: options.postgresql,
    started: options.started,
    slowness: () => options.pace.slownessSince(startedAt),
    defer: (undo) => undos.unshift(undo),
  }
  try {
    await drill.run(run)
  } catch (error) {
    if (error instanceof Skipped) skipped = error.message
    else breach(error instanceof Error ? (error.stack ?? error.message) : String(error))
  }
  for (const undo of undos) {
    try {
      await undo(breaches.size > 0)
    } catch (error) {
      breach(`clearing up: ${String(error)}`)
    }
  }
  figures.slowness = options.pace.slownessSince(startedAt).toFixed(1)
  const seconds = (performance.now() - startedAt) / 1000
  const broken = [...breaches].map(([rule, { times, seen }]) => sentence(rule, times, seen))
  return { id, title, engine, figures, broken, seconds, ...(skipped === undefined ? {} : { skipped }) }
}

function sentence(rule: string, times: number, seen: unknown): string {
  const often = times === 1 ? rule : `${rule} (${times} times)`
  return seen === undefined ? often : `${often}: ${JSON.stringify(seen).slice(0, maxSeenLength)}`
}

/** Starts on first use. */
export function sharedPostgresql(): { get(): Promise<PostgresqlServer>; stop(): Promise<void> } {
  let server: Promise<PostgresqlServer> | undefined
  return {
    get() {
      server ??= startPostgresql()
      return server
    },
    async stop() {
      await (await server)?.stop()
    },
  }
}

export function replayCommand(
  { id, engine }: Drill | Report,
  { seed, scale, dist }: RunOptions,
  ownDist: string,
): string {
  const parts = ['npm run drill --', id, '--engine', engine, '--seed', seed]
  if (scale !== 1) parts.push('--scale', String(scale))
  if (dist !== ownDist) parts.push('--dist', dist)
  return parts.join(' ')
}
