import { estimateRequestSchema } from '#shared/estimate-request.ts'
import { publicProcedure, router } from '../init.ts'

export const estimatesRouter = router({
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateRequestSchema)
    .mutation(({ ctx, input }) => ctx.submissions.submit(input, ctx.senderAddress)),
})
