import type { Today } from '#client/lib/api.ts'
import { addDays, getMonday } from '#shared/calendar-days.ts'
import { formatDayOfWeek } from '#shared/formatting.ts'

type FollowUpChoice = {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly label: string
  /** For instance `Tue, Jan 6`. */
  readonly date: string
}

/** Offers the next business day and next week. */
export function followUpChoices({ day: today, followUpDays }: Pick<Today, 'day' | 'followUpDays'>): FollowUpChoice[] {
  const { soon, later } = followUpDays
  const weekday = dateLabel(soon).replace(/,.*/, '')
  return [
    { day: soon, label: soon === addDays(today, 1) ? 'Tomorrow' : `On ${weekday}`, date: dateLabel(soon) },
    { day: later, label: getMonday(soon) === getMonday(today) ? 'Next week' : 'In a week', date: dateLabel(later) },
  ]
}

/** Says a day beside today: `tomorrow, Tue, Jan 6`. */
export function spokenDay(day: string, today: string): string {
  return day === addDays(today, 1) ? `tomorrow, ${dateLabel(day)}` : dateLabel(day)
}

function dateLabel(day: string): string {
  // Noon UTC is the same day in New York.
  return formatDayOfWeek(new Date(`${day}T12:00:00Z`))
}
