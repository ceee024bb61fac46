/** @returns the value below which this share of the values is; NaN without values */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]) => percentile(values, 0.5)
