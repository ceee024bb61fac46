import { initTRPC } from '@trpc/server'
import type { Context } from './context.ts'
import { callerError } from './error-codes.ts'
import { errorShape } from './error-shape.ts'

const trpc = initTRPC.context<Context>().create({
  // True would put stacks into answers.
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => errorShape(shape, error, ctx?.requestId),
})

export const { router } = trpc

/** A procedure that anyone may call. */
export const publicProcedure = trpc.procedure.use(async ({ next }) => {
  // `next` does not throw: what the procedure threw is in its result.
  const result = await next()
  if (!result.ok) throw callerError(result.error)
  return result
})
