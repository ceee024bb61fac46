import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'

const minuteMs = 60_000

/** How long something took, in its two largest units and rounded down: `4 h 12 min`. A dash where there is nothing. */
export function durationLabel(ms: number | null): string {
  if (ms === null) return '–'
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return 'under 1 min'
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  return `${minutes} min`
}

/**
 * The share that was answered in time, of those of which it is known: `83%`. Rounded down, so that 100% is all of them.
 * A dash where nothing is known.
 */
export function shareLabel({ judged, inTime }: Pick<ReportCounts, 'judged' | 'inTime'>): string {
  return judged === 0 ? '–' : `${Math.floor((100 * inTime) / judged)}%`
}

/** `1 request`, `1,250 requests`. */
export function estimateCountLabel(count: number): string {
  return `${formatWholeNumber(count)} ${count === 1 ? 'request' : 'requests'}`
}
