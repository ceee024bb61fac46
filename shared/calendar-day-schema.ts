import * as z from 'zod/mini'
import { firstCalendarDay, isCalendarDay, lastCalendarDay } from './calendar-days.ts'

/** `YYYY-MM-DD`, from 1900 to 2199. Other years are typing errors, and periods up to them would be too long. */
export const calendarDay = z.iso
  .date({ error: 'A day is written like 2025-01-31.', abort: true })
  .check(z.refine(isCalendarDay, { error: `A day is from ${firstCalendarDay} to ${lastCalendarDay}.`, abort: true }))
