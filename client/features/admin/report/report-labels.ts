import { minuteMs } from '#shared/durations.ts'

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

/** Rounded, but 100% means all and 0% none: `83%`. */
export function shareLabel(part: number, whole: number): string {
  if (whole === 0) return '–'
  const rounded = Math.round((100 * part) / whole)
  if (part > 0 && part < whole) return `${Math.min(99, Math.max(1, rounded))}%`
  return `${rounded}%`
}

/** At least the greatest value, close to it, and easy to read when halved. */
export function scaleEnd(greatest: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, greatest)))
  const lead = greatest / magnitude
  const share = lead <= 2 ? 0.2 : lead <= 5 ? 0.4 : 1
  const step = Math.max(2, Math.round(share * magnitude))
  return Math.max(2, Math.ceil(greatest / step) * step)
}
