import { getTRPCErrorFromUnknown, initTRPC } from '@trpc/server'
import { recordRefusedAccess } from '#server/accounts/audit/record-failure.ts'
import { getRefusal, sessionNotFound } from '#server/accounts/sessions/guards.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Context } from './context.ts'
import { toClientError } from './error-codes.ts'
import { errorShape } from './error-shape.ts'

/** This is below the idle timeouts of the server (30 s) and common proxies (60 s). */
const pingMs = 15_000

const trpc = initTRPC.context<Context>().create({
  // True would send stack traces.
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: pingMs } },
  errorFormatter: ({ shape, error, ctx }) => errorShape(shape, error, ctx?.requestId),
})

export const { router } = trpc

const plainProcedure = trpc.procedure.use(async ({ ctx, path, next }) => {
  const startedAt = performance.now()
  // `next` returns errors instead of throwing.
  const result = await next()
  const error = result.ok ? undefined : toClientError(result.error)
  ctx.onCall?.({ path, ms: performance.now() - startedAt, error })
  if (error) throw error
  return result
})

export const publicProcedure = plainProcedure.use(async ({ ctx, next }) => {
  await ctx.countCall()
  return await next()
})

/** Translates errors after a subscription's first event. */
export async function* streamed<Value>(values: AsyncIterable<Value>): AsyncGenerator<Value> {
  try {
    yield* values
  } catch (error) {
    throw toClientError(getTRPCErrorFromUnknown(error))
  }
}

export const userProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.client.session()
  if (!session) throw sessionNotFound()
  return await next({ ctx: { session, user: session.user } })
})

export const staffProcedure = procedureFor('workEstimates')

export const adminProcedure = procedureFor('manageInstallation')

export const peopleProcedure = procedureFor('managePeople')

function procedureFor(permission: Permission) {
  return userProcedure.use(async ({ ctx, next }) => {
    const refusal = getRefusal(ctx.user, permission)
    if (refusal) {
      await recordRefusedAccess(ctx, { user: ctx.user, reason: refusal.reason ?? '' })
      throw refusal
    }
    return await next()
  })
}
