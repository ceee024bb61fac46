import type { Contents } from '#server/database/sqlite/contents.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

/** Describes the contents in one sentence. */
export function describeContents({ tables, newestEstimate }: Contents): string {
  const estimates = tables.project_estimates ?? 0
  if (estimates === 0 || newestEstimate === null) return 'It has no estimates.'
  const noun = estimates === 1 ? 'estimate' : 'estimates'
  return `It has ${formatWholeNumber(estimates)} ${noun}, the newest of ${describeTime(newestEstimate)}.`
}

/** @param time in ISO 8601, in UTC */
export function describeTime(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`
}

export function describeSize(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
