import { addNote, logContact } from '#server/domain/estimates/add-to-estimate.ts'
import { assign, setFollowUp, setOutcome, setStatus } from '#server/domain/estimates/change-estimate.ts'
import { getEstimate } from '#server/domain/estimates/get-estimate.ts'
import { listEstimates } from '#server/domain/estimates/list-estimates.ts'
import { followChanges } from '#server/live/follow-changes.ts'
import { estimateListSchema } from '#shared/estimate-list.ts'
import { estimateRequestSchema } from '#shared/estimate-request.ts'
import {
  addNoteSchema,
  assignSchema,
  estimateIdSchema,
  logContactSchema,
  setFollowUpSchema,
  setOutcomeSchema,
  setStatusSchema,
} from '#shared/estimate-work.ts'
import { liveInputSchema } from '#shared/live-changes.ts'
import { publicProcedure, router, staffProcedure, streamed } from '../init.ts'

export const estimatesRouter = router({
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateRequestSchema)
    .mutation(({ ctx, input }) => ctx.submissions.submit(input, ctx.caller.networkAddress)),
  /** A page of requests, newest first, and how many there are in all. */
  list: staffProcedure.input(estimateListSchema).query(({ ctx, input }) => listEstimates(ctx.database, input)),
  /** One request, all of it. */
  get: staffProcedure.input(estimateIdSchema).query(({ ctx, input }) => getEstimate(ctx.database, input.id)),
  /** Which requests come and change, from now on or from the mark of the last answer that arrived. */
  changes: staffProcedure.input(liveInputSchema).subscription(async function* ({ ctx, input, signal }) {
    yield* streamed(followChanges(ctx, input.lastEventId, signal ?? new AbortController().signal))
  }),
  setStatus: staffProcedure.input(setStatusSchema).mutation(({ ctx, input }) => setStatus(ctx, input)),
  setOutcome: staffProcedure.input(setOutcomeSchema).mutation(({ ctx, input }) => setOutcome(ctx, input)),
  assign: staffProcedure.input(assignSchema).mutation(({ ctx, input }) => assign(ctx, input)),
  setFollowUp: staffProcedure.input(setFollowUpSchema).mutation(({ ctx, input }) => setFollowUp(ctx, input)),
  addNote: staffProcedure.input(addNoteSchema).mutation(({ ctx, input }) => addNote(ctx, input)),
  logContact: staffProcedure.input(logContactSchema).mutation(({ ctx, input }) => logContact(ctx, input)),
})
