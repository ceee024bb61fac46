import { endOtherSessions, endOwnSession, listOwnSessions } from '#server/accounts/own-account/account-sessions.ts'
import {
  readEmailChange,
  requestEmailChange,
  resendEmailChange,
  withdrawEmailChange,
} from '#server/accounts/own-account/email-change.ts'
import { router, userProcedure } from '#server/trpc/init.ts'
import { changeEmailSchema, sessionIdSchema } from '#shared/account.ts'

/** The signed-in user's own account. `auth` handles links from emails. */
export const accountRouter = router({
  emailChange: userProcedure.query(({ ctx }) => readEmailChange(ctx)),
  requestEmailChange: userProcedure
    .input(changeEmailSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'sent' }> => {
      await requestEmailChange(ctx, input)
      return { status: 'sent' }
    }),
  resendEmailChange: userProcedure.mutation(async ({ ctx }): Promise<{ status: 'sent' }> => {
    await resendEmailChange(ctx)
    return { status: 'sent' }
  }),
  withdrawEmailChange: userProcedure.mutation(async ({ ctx }): Promise<{ status: 'withdrawn' }> => {
    await withdrawEmailChange(ctx)
    return { status: 'withdrawn' }
  }),
  sessions: userProcedure.query(({ ctx }) => listOwnSessions(ctx)),
  endSession: userProcedure.input(sessionIdSchema).mutation(
    async ({ ctx, input }): Promise<{ status: 'ended' | 'ended_before' }> => ({
      status: (await endOwnSession(ctx, input)) ? 'ended' : 'ended_before',
    }),
  ),
  endOtherSessions: userProcedure.mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx) })),
})
