import { AppError } from '#server/errors.ts'
import { estimateListSchema } from '#shared/estimate-list.ts'
import { estimateRequestSchema } from '#shared/estimate-request.ts'
import { publicProcedure, router, staffProcedure } from '../init.ts'

/** A request as the staff's list has it. */
type ListedEstimate = {
  id: string
  reference: string
  name: string
  email: string
  phone: string | null
  projectType: string
  projectDescription: string | null
  location: string
  timeline: string
  budgetRange: string
  squareFootage: number | null
  propertyType: string | null
  specificRequirements: string | null
  urgent: boolean
  status: string
  createdAt: Date
}

export const estimatesRouter = router({
  /** Stores a visitor's request; answers with the reference that people use to talk about it. */
  submit: publicProcedure
    .input(estimateRequestSchema)
    .mutation(({ ctx, input }) => ctx.submissions.submit(input, ctx.caller.networkAddress)),
  /** A page of requests, newest first, and how many there are in all. */
  list: staffProcedure
    .input(estimateListSchema)
    .query((): Promise<{ items: ListedEstimate[]; nextCursor: string | null; total: number }> => {
      throw new AppError('unavailable', 'The list is not open yet.')
    }),
})
