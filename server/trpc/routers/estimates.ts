import type { ListedEstimate } from '#server/database/queries.ts'
import { listEstimates } from '#server/domain/estimates/list-estimates.ts'
import { AppError } from '#server/errors.ts'
import { estimateListSchema } from '#shared/estimate-list.ts'
import { estimateRequestSchema } from '#shared/estimate-request.ts'
import {
  type Assignee,
  addNoteSchema,
  assignSchema,
  type EstimateWork,
  estimateIdSchema,
  logContactSchema,
  setFollowUpSchema,
  setOutcomeSchema,
  setStatusSchema,
  type TimelineEvent,
} from '#shared/estimate-work.ts'
import { publicProcedure, router, staffProcedure } from '../init.ts'

export const estimatesRouter = router({
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateRequestSchema)
    .mutation(({ ctx, input }) => ctx.submissions.submit(input, ctx.caller.networkAddress)),
  /** A page of requests, newest first, and how many there are in all. */
  list: staffProcedure.input(estimateListSchema).query(({ ctx, input }) => listEstimates(ctx.database, input)),
  /** One request, all of it. */
  get: staffProcedure.input(estimateIdSchema).query((): Promise<EstimatePage> => notYet()),
  setStatus: staffProcedure.input(setStatusSchema).mutation((): Promise<WorkAnswer> => notYet()),
  setOutcome: staffProcedure.input(setOutcomeSchema).mutation((): Promise<WorkAnswer> => notYet()),
  assign: staffProcedure.input(assignSchema).mutation((): Promise<WorkAnswer> => notYet()),
  setFollowUp: staffProcedure.input(setFollowUpSchema).mutation((): Promise<WorkAnswer> => notYet()),
  addNote: staffProcedure.input(addNoteSchema).mutation((): Promise<WorkAnswer> => notYet()),
  logContact: staffProcedure.input(logContactSchema).mutation((): Promise<WorkAnswer> => notYet()),
})

/** How a request stands after a change, and its timeline. */
type WorkAnswer = { work: EstimateWork; timeline: TimelineEvent[] }

type EstimatePage = WorkAnswer & {
  /** As in the list. */
  estimate: ListedEstimate
  /** Who it can be given to. */
  assignees: Assignee[]
  /** The ids of the next newer and the next older request; null at the ends. */
  newer: string | null
  older: string | null
}

function notYet(): never {
  throw new AppError('unavailable', 'This is not open yet.')
}
