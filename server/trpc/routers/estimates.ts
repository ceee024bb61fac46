import { listEstimates } from '#server/domain/estimates/list-estimates.ts'
import { estimateListSchema } from '#shared/estimate-list.ts'
import { estimateRequestSchema } from '#shared/estimate-request.ts'
import { publicProcedure, router, staffProcedure } from '../init.ts'

export const estimatesRouter = router({
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateRequestSchema)
    .mutation(({ ctx, input }) => ctx.submissions.submit(input, ctx.caller.networkAddress)),
  /** A page of requests, newest first, and how many there are in all. */
  list: staffProcedure.input(estimateListSchema).query(({ ctx, input }) => listEstimates(ctx.database, input)),
})
