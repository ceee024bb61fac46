import { readOverview } from '#server/reports/overview.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { reportPeriodSchema } from '#shared/report.ts'

export const reportsRouter = router({
  overview: staffProcedure.input(reportPeriodSchema).query(({ ctx, input }) => readOverview(ctx, input)),
})
