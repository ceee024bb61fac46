import type { Today } from '#client/lib/api.ts'
import { addDays, daysBetween } from '#shared/calendar-days.ts'
import { weekdayLabel } from '../ui/work-labels.ts'

type FollowUpChoice = {
  /** `YYYY-MM-DD` */
  readonly day: string
  readonly label: string
  /** For instance `Tue, Jan 6`. */
  readonly date: string
}

/** Offers the next business day and one of next week. “Next week” would say too little: on a Friday it may be in three days. */
export function followUpChoices({ day: today, followUpDays }: Pick<Today, 'day' | 'followUpDays'>): FollowUpChoice[] {
  const { soon, later } = followUpDays
  return [soon, later].map((day) => ({ day, label: choiceLabel(day, today), date: weekdayLabel(day) }))
}

/** A weekday alone is the next one. */
function choiceLabel(day: string, today: string): string {
  const days = daysBetween(today, day)
  if (days === 1) return 'Tomorrow'
  return `On ${days < 7 ? weekdayLabel(day).replace(/,.*/, '') : weekdayLabel(day)}`
}

/** Says a day beside today: `tomorrow, Tue, Jan 6`. */
export function spokenDay(day: string, today: string): string {
  return day === addDays(today, 1) ? `tomorrow, ${weekdayLabel(day)}` : weekdayLabel(day)
}
