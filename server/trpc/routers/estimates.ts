import { createExport } from '#server/estimates/export/export-ticket.ts'
import { countEstimates, listEstimates } from '#server/estimates/list/list-estimates.ts'
import { startForm } from '#server/estimates/submit/form-token.ts'
import { resume } from '#server/estimates/visitor/visitor-changes.ts'
import { addNote, logContact } from '#server/estimates/work/add-to-estimate.ts'
import { listAssignees } from '#server/estimates/work/assignees.ts'
import { bulkChange, undoBulkChange } from '#server/estimates/work/bulk-change.ts'
import { assign, setFollowUp, setOutcome, setStatus } from '#server/estimates/work/change-estimate.ts'
import { editDetails } from '#server/estimates/work/edit-details.ts'
import { getEstimate } from '#server/estimates/work/get-estimate.ts'
import { addPhoneEstimate, findEarlier } from '#server/estimates/work/phone-estimates.ts'
import { logProposal, moveProposal, skipProposal } from '#server/estimates/work/proposals.ts'
import { confirmSpam, release } from '#server/estimates/work/quarantine.ts'
import { sendEmailAgain } from '#server/estimates/work/send-email-again.ts'
import { withdrawContact } from '#server/estimates/work/withdraw-contact.ts'
import { streamChanges } from '#server/live/follow-changes.ts'
import { adminProcedure, publicProcedure, router, staffProcedure, streamed } from '#server/trpc/init.ts'
import { bulkChangeSchema, undoBulkChangeSchema } from '#shared/estimates/bulk-change.ts'
import { sendEmailAgainSchema } from '#shared/estimates/email-failure.ts'
import { estimateExportSchema } from '#shared/estimates/estimate-export.ts'
import { estimateFilterSchema } from '#shared/estimates/estimate-filter.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { estimateListSchema } from '#shared/estimates/estimate-list.ts'
import {
  addNoteSchema,
  assignSchema,
  editDetailsSchema,
  estimateIdSchema,
  logContactSchema,
  seenEstimateSchema,
  setFollowUpSchema,
  setOutcomeSchema,
  setStatusSchema,
  withdrawContactSchema,
} from '#shared/estimates/estimate-work.ts'
import { liveInputSchema } from '#shared/estimates/live-changes.ts'
import { callerSchema, phoneEstimateSchema } from '#shared/estimates/phone-estimate.ts'
import { logProposalSchema, moveProposalSchema, skipProposalSchema } from '#shared/estimates/proposals.ts'

/** The filter offers at most so many. */
const maxLeadSources = 50

export const estimatesRouter = router({
  openForm: publicProcedure.mutation(({ ctx }) => startForm(ctx)),
  submit: publicProcedure
    .input(estimateInputSchema)
    .mutation(({ ctx, input }) => ctx.estimateWriter.submit(input, ctx.client.ip)),
  list: staffProcedure.input(estimateListSchema).query(({ ctx, input }) => listEstimates(ctx, input)),
  /** Each count applies the other fields of the filter. */
  counts: staffProcedure.input(estimateFilterSchema).query(({ ctx, input }) => countEstimates(ctx, input)),
  assignees: staffProcedure.query(({ ctx }) => listAssignees(ctx.database.read)),
  leadSources: staffProcedure.query(({ ctx }) => ctx.database.queries.leadSources(maxLeadSources)),
  get: staffProcedure.input(estimateIdSchema).query(({ ctx, input }) => getEstimate(ctx.database, input.id)),
  findEarlier: staffProcedure.input(callerSchema).query(({ ctx, input }) => findEarlier(ctx, input)),
  changes: staffProcedure.input(liveInputSchema).subscription(async function* ({ ctx, input, signal }) {
    yield* streamed(streamChanges(ctx, input.lastEventId, signal ?? new AbortController().signal))
  }),
  /** The link is valid for one download within a minute. */
  createExport: adminProcedure.input(estimateExportSchema).mutation(({ ctx, input }) => createExport(ctx, input)),
  setStatus: staffProcedure.input(setStatusSchema).mutation(({ ctx, input }) => setStatus(ctx, input)),
  setOutcome: staffProcedure.input(setOutcomeSchema).mutation(({ ctx, input }) => setOutcome(ctx, input)),
  assign: staffProcedure.input(assignSchema).mutation(({ ctx, input }) => assign(ctx, input)),
  setFollowUp: staffProcedure.input(setFollowUpSchema).mutation(({ ctx, input }) => setFollowUp(ctx, input)),
  /** Stores an estimate that came by phone. */
  addPhoneEstimate: staffProcedure.input(phoneEstimateSchema).mutation(async ({ ctx, input }) => {
    const added = await addPhoneEstimate(ctx, input)
    ctx.wakeOutbox()
    return added
  }),
  editDetails: staffProcedure.input(editDetailsSchema).mutation(({ ctx, input }) => editDetails(ctx, input)),
  /** Releases the estimate from quarantine, which queues its emails and starts its clock. */
  release: staffProcedure.input(seenEstimateSchema).mutation(async ({ ctx, input }) => {
    const released = await release(ctx, input)
    ctx.wakeOutbox()
    return released
  }),
  confirmSpam: staffProcedure.input(seenEstimateSchema).mutation(({ ctx, input }) => confirmSpam(ctx, input)),
  bulkChange: staffProcedure.input(bulkChangeSchema).mutation(({ ctx, input }) => bulkChange(ctx, input)),
  undoBulkChange: staffProcedure.input(undoBulkChangeSchema).mutation(({ ctx, input }) => undoBulkChange(ctx, input)),
  addNote: staffProcedure.input(addNoteSchema).mutation(({ ctx, input }) => addNote(ctx, input)),
  logContact: staffProcedure.input(logContactSchema).mutation(({ ctx, input }) => logContact(ctx, input)),
  /** Takes back a contact that the signed-in user logged. */
  withdrawContact: staffProcedure
    .input(withdrawContactSchema)
    .mutation(({ ctx, input }) => withdrawContact(ctx, input)),
  logProposal: staffProcedure.input(logProposalSchema).mutation(({ ctx, input }) => logProposal(ctx, input)),
  moveProposal: staffProcedure.input(moveProposalSchema).mutation(({ ctx, input }) => moveProposal(ctx, input)),
  skipProposal: staffProcedure.input(skipProposalSchema).mutation(({ ctx, input }) => skipProposal(ctx, input)),
  resume: staffProcedure.input(seenEstimateSchema).mutation(({ ctx, input }) => resume(ctx, input)),
  sendEmailAgain: staffProcedure.input(sendEmailAgainSchema).mutation(async ({ ctx, input }) => {
    const queued = await sendEmailAgain(ctx, input)
    ctx.wakeOutbox()
    return queued
  }),
})
