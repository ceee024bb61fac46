import { getTRPCErrorFromUnknown, initTRPC } from '@trpc/server'
import { assertAllowed, sessionNotFound } from '#server/auth/guards.ts'
import { tooManyCalls } from '#server/rate-limits/attempts.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Context } from './context.ts'
import { clientErrorOf } from './error-codes.ts'
import { errorShape } from './error-shape.ts'

/**
 * How often a stream says that it is still there: more often than the server and common proxies hang up on what is
 * silent (30 s and 60 s). A page that hears nothing for 40 s connects anew.
 */
const pingMs = 15_000

const trpc = initTRPC.context<Context>().create({
  // True would put stacks into answers.
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: pingMs } },
  errorFormatter: ({ shape, error, ctx }) => errorShape(shape, error, ctx?.requestId),
})

export const { router } = trpc

const plainProcedure = trpc.procedure.use(async ({ next }) => {
  // `next` does not throw: what the procedure threw is in its result.
  const result = await next()
  if (!result.ok) throw clientErrorOf(result.error)
  return result
})

/** A procedure that anyone may call, coarsely limited per network address. Calls of whoever is signed in do not count. */
export const publicProcedure = plainProcedure.use(async ({ ctx: { caller, callLimiter }, next }) => {
  const taken = callLimiter.take(caller.ip)
  if (taken.refused) throw tooManyCalls(taken.retryAfterSeconds)
  const result = await next()
  if (await caller.knownSession()) taken.refund()
  return result
})

/** What a subscription yields; what it throws half way becomes the caller's error, as with any other call. */
export async function* streamed<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  try {
    yield* values
  } catch (error) {
    throw clientErrorOf(getTRPCErrorFromUnknown(error))
  }
}

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
    assertAllowed(ctx.user.role, permission)
    return await next()
  })
}
