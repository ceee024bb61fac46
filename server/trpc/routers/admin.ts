import { countToday, readToday } from '#server/domain/estimates/today.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'

/** What the dashboard shows beside single estimates, for the staff; the name is that of its pages. */
export const adminRouter = router({
  today: staffProcedure.query(({ ctx }) => readToday(ctx)),
  todayCounts: staffProcedure.query(({ ctx }) => countToday(ctx)),
})
