import { percentile } from '#tests/support/percentile.ts'

/** In ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Formats a figure for tables. Undefined and NaN are unknown, such as processor time without /proc. */
export function rounded(value: number | undefined, digits = 0): string {
  return value === undefined || Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** The 95th percentile of so many times in ms, after a first one that fills caches. */
export async function p95(times: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const all: number[] = []
  for (let time = 0; time < times; time++) all.push(await timeOf(work))
  return percentile(all, 0.95)
}
