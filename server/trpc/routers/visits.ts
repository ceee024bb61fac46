import { callOffVisit, completeVisit, findOverlaps, saveVisit } from '#server/estimates/work/visits.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { overlapsSchema, saveVisitSchema, seenVisitSchema } from '#shared/estimates/visits.ts'

export const visitsRouter = router({
  /** Plans a visit, or changes the one that is ahead. */
  save: staffProcedure.input(saveVisitSchema).mutation(async ({ ctx, input }) => {
    const saved = await saveVisit(ctx, input)
    ctx.wakeOutbox()
    return saved
  }),
  callOff: staffProcedure.input(seenVisitSchema).mutation(async ({ ctx, input }) => {
    const saved = await callOffVisit(ctx, input)
    ctx.wakeOutbox()
    return saved
  }),
  /** Logs the visit as a contact. */
  complete: staffProcedure.input(seenVisitSchema).mutation(({ ctx, input }) => completeVisit(ctx, input)),
  overlaps: staffProcedure.input(overlapsSchema).query(({ ctx, input }) => findOverlaps(ctx, input)),
})
