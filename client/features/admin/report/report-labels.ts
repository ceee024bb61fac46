import { displayName } from '#shared/account.ts'
import { hourMs, minuteMs } from '#shared/durations.ts'
import type { Worth } from '#shared/estimates/budget-worth.ts'
import { onceNeeded } from '#shared/formatting.ts'
import type { ReportAssignee, ReportOverview } from '#shared/report.ts'

/** Returns the two largest units, rounded down: `4 h 12 min`. */
export function durationLabel(ms: number | null): string {
  if (ms === null) return '–'
  const minutes = Math.floor(ms / minuteMs)
  if (minutes < 1) return 'under 1 min'
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes % 60 > 0 ? `${hours} h ${minutes % 60} min` : `${hours} h`
  return `${minutes} min`
}

/** The share is rounded, but 100% means all and 0% means none: `83%`. */
export function shareLabel(part: number, whole: number): string {
  if (whole === 0) return '–'
  const rounded = Math.round((100 * part) / whole)
  if (part > 0 && part < whole) return `${Math.min(99, Math.max(1, rounded))}%`
  return `${rounded}%`
}

/** Returns a number that is at least the greatest value, close to it, and easy to read when halved. */
export function scaleEnd(greatest: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, greatest)))
  const lead = greatest / magnitude
  const share = lead <= 2 ? 0.2 : lead <= 5 ? 0.4 : 1
  const step = Math.max(2, Math.round(share * magnitude))
  return Math.max(2, Math.ceil(greatest / step) * step)
}

type Share = readonly [part: number, whole: number]

/** For instance `+12%`. Undefined if there was nothing before. */
export function countChange(now: number, before: number): string | undefined {
  if (before === 0) return undefined
  return signed(Math.round((100 * (now - before)) / before), '%')
}

/** Returns for instance `−3 points`. */
export function pointsChange(now: Share, before: Share): string | undefined {
  const points = sharePoints(now, before)
  return points === undefined ? undefined : signed(points, Math.abs(points) === 1 ? ' point' : ' points')
}

/** The difference between the shares as they are shown. Undefined if there is nothing to compare. */
function sharePoints(now: Share, before: Share): number | undefined {
  if (now[1] === 0 || before[1] === 0) return undefined
  return Number.parseInt(shareLabel(...now), 10) - Number.parseInt(shareLabel(...before), 10)
}

/** For instance `2 h 5 min faster`. */
export function durationChange(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null) return undefined
  const ms = Math.abs(now - before)
  if (ms < minuteMs) return 'the same'
  return `${durationLabel(ms)} ${now < before ? 'faster' : 'slower'}`
}

function signed(change: number, unit: string): string {
  if (change === 0) return 'the same'
  return `${change > 0 ? '+' : '−'}${Math.abs(change)}${unit}`
}

/** Rounded, such as `about 5 h`. */
export function hoursLabel(ms: number | null): string {
  if (ms === null) return '–'
  const hours = Math.round(ms / hourMs)
  if (hours === 0) return 'under 1 h'
  return hours < 48 ? `about ${hours} h` : `about ${Math.round(hours / 24)} d`
}

const money = onceNeeded(
  () =>
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency: 'USD',
      notation: 'compact',
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    }),
)

/** The amount, for instance `$3.2M`, the low end, as in `at least $4M`, or the high end of budgets that begin at nothing. */
export function worthLabel({ from, to }: Worth): string {
  if (from > 0 && from === to) return money().format(from)
  if (from > 0) return `at least ${money().format(from)}`
  return to ? `up to ${money().format(to)}` : '–'
}

/** A smaller number says little about a person. */
const fewestJudged = 5

/** Says how many were answered in time, for instance `71% answered in time, down 9 points; Tom is late most often.` */
export function summarySentence({ total, before, assignees }: ReportOverview): string {
  const { judged, inTime } = total
  if (judged === 0) return 'No requests were answered, and none are overdue.'
  const share = inTime === judged ? 'All' : inTime === 0 ? 'None' : shareLabel(inTime, judged)
  const points = sharePoints([inTime, judged], [before.total.inTime, before.total.judged])
  const change = points === undefined ? '' : `, ${pointsText(points)}`
  const latest = latestNames(assignees)
  if (latest.length === 0) return `${share} answered in time${change}.`
  const names = new Intl.ListFormat('en-US').format(latest)
  return `${share} answered in time${change}; ${names} ${latest.length === 1 ? 'is' : 'are'} late most often.`
}

function pointsText(points: number): string {
  if (points === 0) return 'the same as before'
  return `${points > 0 ? 'up' : 'down'} ${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`
}

/** Returns the people with the lowest share in time, or nobody if all of them have the same. */
function latestNames(assignees: readonly ReportAssignee[]): string[] {
  const people = assignees.flatMap(({ assignee, judged, inTime }) =>
    assignee && judged >= fewestJudged ? [{ name: displayName(assignee), share: inTime / judged }] : [],
  )
  const lowest = Math.min(...people.map(({ share }) => share))
  const latest = people.filter(({ share }) => share === lowest)
  return latest.length < people.length ? latest.map(({ name }) => name) : []
}
