import { addNote, logContact } from '#server/domain/estimates/add-to-estimate.ts'
import { listAssignees } from '#server/domain/estimates/assignees.ts'
import { assign, setFollowUp, setOutcome, setStatus } from '#server/domain/estimates/change-estimate.ts'
import { startForm } from '#server/domain/estimates/form-token.ts'
import { getEstimate } from '#server/domain/estimates/get-estimate.ts'
import { countEstimates, listEstimates } from '#server/domain/estimates/list-estimates.ts'
import { confirmSpam, release } from '#server/domain/estimates/quarantine.ts'
import { streamChanges } from '#server/live/follow-changes.ts'
import { publicProcedure, router, staffProcedure, streamed } from '#server/trpc/init.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { estimateFilterSchema, estimateListSchema } from '#shared/estimates/estimate-list.ts'
import {
  addNoteSchema,
  assignSchema,
  estimateIdSchema,
  logContactSchema,
  seenEstimateSchema,
  setFollowUpSchema,
  setOutcomeSchema,
  setStatusSchema,
} from '#shared/estimates/estimate-work.ts'
import { liveInputSchema } from '#shared/estimates/live-changes.ts'

export const estimatesRouter = router({
  /** Says when somebody began to fill a form in, for the form to send along. Writes nothing, and needs no database. */
  openForm: publicProcedure.mutation(({ ctx }) => startForm(ctx)),
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateInputSchema)
    .mutation(({ ctx, input }) => ctx.estimateWriter.submit(input, ctx.caller.ip)),
  /** A page of the requests that a filter leaves, and how many there are in all. */
  list: staffProcedure.input(estimateListSchema).query(({ ctx, input }) => listEstimates(ctx, input)),
  /** How many there are of each status, overdue and set aside, each under the rest of a filter. */
  counts: staffProcedure.input(estimateFilterSchema).query(({ ctx, input }) => countEstimates(ctx, input)),
  /** Everybody a request can be given to. */
  assignees: staffProcedure.query(({ ctx }) => listAssignees(ctx.database.read)),
  /** One request, all of it. */
  get: staffProcedure.input(estimateIdSchema).query(({ ctx, input }) => getEstimate(ctx.database, input.id)),
  /** Which requests come and change, from now on or from the mark of the last answer that arrived. */
  changes: staffProcedure.input(liveInputSchema).subscription(async function* ({ ctx, input, signal }) {
    yield* streamed(streamChanges(ctx, input.lastEventId, signal ?? new AbortController().signal))
  }),
  setStatus: staffProcedure.input(setStatusSchema).mutation(({ ctx, input }) => setStatus(ctx, input)),
  setOutcome: staffProcedure.input(setOutcomeSchema).mutation(({ ctx, input }) => setOutcome(ctx, input)),
  assign: staffProcedure.input(assignSchema).mutation(({ ctx, input }) => assign(ctx, input)),
  setFollowUp: staffProcedure.input(setFollowUpSchema).mutation(({ ctx, input }) => setFollowUp(ctx, input)),
  /** Lets a request out that was set aside as possible spam; its two mails go out now. */
  release: staffProcedure.input(seenEstimateSchema).mutation(async ({ ctx, input }) => {
    const answer = await release(ctx, input)
    ctx.wakeOutbox()
    return answer
  }),
  confirmSpam: staffProcedure.input(seenEstimateSchema).mutation(({ ctx, input }) => confirmSpam(ctx, input)),
  addNote: staffProcedure.input(addNoteSchema).mutation(({ ctx, input }) => addNote(ctx, input)),
  logContact: staffProcedure.input(logContactSchema).mutation(({ ctx, input }) => logContact(ctx, input)),
})
