import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { options } from './options.ts'

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}

/** In ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** For tables. Undefined and NaN are unknown, such as processor time without /proc. */
export function rounded(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const results: Record<string, unknown> = {}

/** Writes everything measured so far to the file of `--json`. */
export function keepFigures(bench: string, figures: unknown): void {
  results[bench] = figures
  if (options.json === undefined) return
  const machine = { node: process.version, processors: cpus().map(({ model }) => model), loadAverage: loadavg() }
  writeFileSync(options.json, `${JSON.stringify({ at: new Date(), machine, options, results }, undefined, 2)}\n`)
}
