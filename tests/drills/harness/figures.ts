/** @returns NaN without values */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}

/** Median, 99th percentile and maximum. */
export function times(values: readonly number[]): string {
  const figures = [percentile(values, 50), percentile(values, 99), values.reduce((a, b) => Math.max(a, b), 0)]
  return figures.map((figure) => (figure < 10 ? figure.toFixed(1) : figure.toFixed(0))).join('/')
}
