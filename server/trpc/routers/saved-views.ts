import { changeView, createView, listSavedViews, removeView } from '#server/saved-views/saved-views.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { changeViewSchema, createViewSchema, viewIdSchema } from '#shared/estimates/saved-views.ts'

export const savedViewsRouter = router({
  list: staffProcedure.query(({ ctx }) => listSavedViews(ctx.database.read, ctx.user)),
  create: staffProcedure.input(createViewSchema).mutation(({ ctx, input }) => createView(ctx, input)),
  change: staffProcedure.input(changeViewSchema).mutation(({ ctx, input }) => changeView(ctx, input)),
  remove: staffProcedure.input(viewIdSchema).mutation(({ ctx, input }) => removeView(ctx, input)),
})
