import { askForReview, readReviewState } from '#server/estimates/work/review-requests.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { estimateIdSchema } from '#shared/estimates/estimate-work.ts'
import { askForReviewSchema } from '#shared/estimates/review-request.ts'

export const reviewsRouter = router({
  state: staffProcedure.input(estimateIdSchema).query(({ ctx, input }) => readReviewState(ctx, input.id)),
  ask: staffProcedure.input(askForReviewSchema).mutation(async ({ ctx, input }) => {
    const asked = await askForReview(ctx, input)
    ctx.wakeOutbox()
    return asked
  }),
})
