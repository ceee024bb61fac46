import { minuteMs } from '#shared/durations.ts'
import { formatWholeNumber } from '#shared/formatting.ts'
import type { ReportCounts } from '#shared/report.ts'

/** The two largest units, rounded down: `4 h 12 min`. */
export function durationLabel(ms: number | null): string {
  if (ms === null) return '–'
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return 'under 1 min'
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  return `${minutes} min`
}

/** Rounded down, so that 100% means all: `83%`. */
export function shareLabel({ judged, inTime }: Pick<ReportCounts, 'judged' | 'inTime'>): string {
  return judged === 0 ? '–' : `${Math.floor((100 * inTime) / judged)}%`
}

export function estimateCountLabel(count: number): string {
  return `${formatWholeNumber(count)} ${count === 1 ? 'request' : 'requests'}`
}

/** Returns an even number, so that the scale can be halved. */
export function scaleEnd(greatest: number): number {
  if (greatest <= 2) return 2
  const magnitude = 10 ** Math.floor(Math.log10(greatest))
  const ends = [1, 2, 4, 6, 8, 10].map((step) => step * magnitude)
  return ends.find((end) => end >= greatest && end % 2 === 0) ?? 10 * magnitude
}
