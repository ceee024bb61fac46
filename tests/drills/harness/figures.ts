import { percentile } from '#tests/support/percentile.ts'

/** Median, 99th percentile and maximum. */
export function times(values: readonly number[]): string {
  const figures = [percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]
  return figures.map((figure) => (figure < 10 ? figure.toFixed(1) : figure.toFixed(0))).join('/')
}
