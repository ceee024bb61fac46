import { countToday, readToday } from '#server/estimates/list/today.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'

/** The dashboard's data beside single estimates, named after its pages. */
export const adminRouter = router({
  today: staffProcedure.query(({ ctx }) => readToday(ctx)),
  todayCounts: staffProcedure.query(({ ctx }) => countToday(ctx)),
})
