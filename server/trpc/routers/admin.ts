import { countToday, readToday } from '#server/estimates/list/today.ts'
import { declineLine, readFirstDay } from '#server/first-day/first-day.ts'
import { mailStateSchema, readMailState } from '#server/mail/outbox/mail-state.ts'
import { adminProcedure, router, staffProcedure } from '#server/trpc/init.ts'
import { declineLineSchema } from '#shared/first-day.ts'

/** The dashboard's data beside single estimates, named after its pages. */
export const adminRouter = router({
  today: staffProcedure.query(({ ctx }) => readToday(ctx)),
  todayCounts: staffProcedure.query(({ ctx }) => countToday(ctx)),
  /** The checklist of the first day; null once nothing is open. */
  firstDay: adminProcedure.query(({ ctx }) => readFirstDay(ctx)),
  declineFirstDayLine: adminProcedure.input(declineLineSchema).mutation(({ ctx, input }) => declineLine(ctx, input)),
  /** How emails go out. `notifications.sendTest` sends one. */
  mailState: adminProcedure.input(mailStateSchema).query(({ ctx, input }) => readMailState(ctx, input)),
})
