import * as z from 'zod/mini'
import { firstCalendarDay, isCalendarDay, lastCalendarDay } from './calendar-days.ts'

/** Years outside of 1900 to 2199 are typing errors. */
export const calendarDay = z.iso
  .date({ error: 'A day is written like 2025-01-31.', abort: true })
  .check(z.refine(isCalendarDay, { error: `A day is from ${firstCalendarDay} to ${lastCalendarDay}.`, abort: true }))
