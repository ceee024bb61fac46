import { initTRPC } from '@trpc/server'
import { sessionNotFound } from '#server/auth/refresh-session.ts'
import { AppError } from '#server/errors.ts'
import { tooManyAttempts } from '#server/limits/too-many-attempts.ts'
import { isAllowed, type Permission } from '#shared/permissions.ts'
import type { Context } from './context.ts'
import { callerError } from './error-codes.ts'
import { errorShape } from './error-shape.ts'

const trpc = initTRPC.context<Context>().create({
  // True would put stacks into answers.
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => errorShape(shape, error, ctx?.requestId),
})

export const { router } = trpc

const plainProcedure = trpc.procedure.use(async ({ next }) => {
  // `next` does not throw: what the procedure threw is in its result.
  const result = await next()
  if (!result.ok) throw callerError(result.error)
  return result
})

/** A procedure that anyone may call, coarsely limited per network address. Calls of whoever is signed in do not count. */
export const publicProcedure = plainProcedure.use(async ({ ctx: { caller, callAllowance }, next }) => {
  const retryAfterSeconds = callAllowance.take(caller.networkAddress)
  if (retryAfterSeconds !== undefined) throw tooManyAttempts(retryAfterSeconds)
  const result = await next()
  if (await caller.knownSession()) callAllowance.giveBack(caller.networkAddress)
  return result
})

/** A procedure for whoever is signed in; it knows the `session` and its `user`. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.caller.session()
  if (!session) throw sessionNotFound()
  return await next({ ctx: { session, user: session.user } })
})

/** A procedure for those who read and work visitors' requests. */
export const staffProcedure = procedureFor('workRequests')

/** A procedure for those who manage people and data. */
export const adminProcedure = procedureFor('manageInstallation')

function procedureFor(permission: Permission) {
  return userProcedure.use(async ({ ctx, next }) => {
    if (!isAllowed(ctx.user.role, permission))
      throw new AppError('forbidden', 'You may not have admin privileges.', { reason: 'insufficient_role' })
    return await next()
  })
}
