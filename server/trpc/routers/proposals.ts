import {
  discardDraft,
  listProposals,
  removeDraftFile,
  saveDraft,
  sendProposal,
  withdrawProposal,
} from '#server/estimates/work/written-proposals.ts'
import { router, staffProcedure } from '#server/trpc/init.ts'
import { estimateIdSchema } from '#shared/estimates/estimate-work.ts'
import {
  saveProposalSchema,
  seenDraftSchema,
  sendProposalSchema,
  withdrawProposalSchema,
} from '#shared/estimates/written-proposals.ts'

export const proposalsRouter = router({
  list: staffProcedure.input(estimateIdSchema).query(({ ctx, input }) => listProposals(ctx, input.id)),
  save: staffProcedure.input(saveProposalSchema).mutation(({ ctx, input }) => saveDraft(ctx, input)),
  discard: staffProcedure.input(seenDraftSchema).mutation(({ ctx, input }) => discardDraft(ctx, input)),
  removeFile: staffProcedure.input(seenDraftSchema).mutation(({ ctx, input }) => removeDraftFile(ctx, input)),
  send: staffProcedure.input(sendProposalSchema).mutation(async ({ ctx, input }) => {
    const sent = await sendProposal(ctx, input)
    ctx.wakeOutbox()
    return sent
  }),
  withdraw: staffProcedure.input(withdrawProposalSchema).mutation(({ ctx, input }) => withdrawProposal(ctx, input)),
})
