import { getTRPCErrorFromUnknown, initTRPC } from '@trpc/server'
import { assertAllowed } from '#server/auth/guards.ts'
import { sessionNotFound } from '#server/auth/refresh-session.ts'
import { tooManyCalls } from '#server/rate-limits/too-many-attempts.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Context } from './context.ts'
import { clientErrorOf } from './error-codes.ts'
import { errorShape } from './error-shape.ts'

/** Below the idle timeouts of the server (30 s) and of common proxies (60 s). Pages reconnect after 40 s of silence. */
const pingMs = 15_000

const trpc = initTRPC.context<Context>().create({
  // True would send stack traces.
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: pingMs } },
  errorFormatter: ({ shape, error, ctx }) => errorShape(shape, error, ctx?.requestId),
})

export const { router } = trpc

const plainProcedure = trpc.procedure.use(async ({ next }) => {
  // `next` does not throw; it returns the error.
  const result = await next()
  if (!result.ok) throw clientErrorOf(result.error)
  return result
})

/** A procedure for everyone, coarsely limited per IP address for clients that are not signed in. */
export const publicProcedure = plainProcedure.use(async ({ ctx, next }) => {
  const retryAfterSeconds = await ctx.countCall()
  if (retryAfterSeconds !== undefined) throw tooManyCalls(retryAfterSeconds)
  return await next()
})

/** Translates errors that a subscription throws after its first event. */
export async function* streamed<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  try {
    yield* values
  } catch (error) {
    throw clientErrorOf(getTRPCErrorFromUnknown(error))
  }
}

/** Requires a session; adds `session` and `user` to the context. */
export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.caller.session()
  if (!session) throw sessionNotFound()
  return await next({ ctx: { session, user: session.user } })
})

export const staffProcedure = procedureFor('workRequests')

export const adminProcedure = procedureFor('manageInstallation')

function procedureFor(permission: Permission) {
  return userProcedure.use(async ({ ctx, next }) => {
    assertAllowed(ctx.user.role, permission)
    return await next()
  })
}
