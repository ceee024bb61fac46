import { maxTodayCount } from '#shared/estimates/today.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

/** For instance `12` or `1,000+`. */
export function sectionCount(total: number): string {
  return total > maxTodayCount ? `${formatWholeNumber(maxTodayCount)}+` : formatWholeNumber(total)
}
