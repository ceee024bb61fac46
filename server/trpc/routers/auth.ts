import { refreshSession } from '#server/auth/refresh-session.ts'
import { accountSession, endSession } from '#server/auth/sessions.ts'
import { AppError } from '#server/errors.ts'
import {
  type AccountSession,
  accountEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  credentialsSchema,
  resetPasswordSchema,
  type SessionAnswer,
} from '#shared/account.ts'
import { publicProcedure, router, userProcedure } from '../init.ts'

const nobody = { user: null, expiresAt: null, expiresIn: null, tokenType: null } as const

function notYet(): never {
  throw new AppError('unavailable', 'Accounts are not open yet.')
}

export const authRouter = router({
  /** Who is signed in here. Changes nothing, so a session that has to be refreshed counts as none. */
  session: publicProcedure.query(async ({ ctx }): Promise<SessionAnswer> => {
    const session = await ctx.caller.session()
    return session ? accountSession(session, ctx.clock.now()) : nobody
  }),
  signUp: publicProcedure.input(credentialsSchema).mutation((): Promise<{ status: 'confirmation_sent' }> => notYet()),
  signIn: publicProcedure.input(credentialsSchema).mutation((): Promise<AccountSession> => notYet()),
  /** Ends the session of this browser, also one that has expired; without one, there is nothing to do. */
  signOut: publicProcedure.mutation(async ({ ctx }): Promise<{ status: 'signed_out' }> => {
    const { caller, database } = ctx
    await database.transaction((transaction) => endSession(transaction, caller.cookies))
    caller.forgetSession()
    caller.clearCache()
    return { status: 'signed_out' }
  }),
  /** New tokens for the refresh token in the cookie. */
  refresh: publicProcedure.mutation(async ({ ctx }): Promise<AccountSession> => {
    const { caller, database, serverKey } = ctx
    const now = ctx.clock.now()
    try {
      const session = await refreshSession(database, serverKey, caller.cookies.refresh, now)
      caller.keepSession(session)
      return accountSession(session, now)
    } catch (error) {
      // Anything else is no fault of the token, which stays good.
      if (error instanceof AppError) caller.forgetSession()
      throw error
    }
  }),
  confirmEmail: publicProcedure.input(confirmEmailSchema).mutation((): Promise<AccountSession> => notYet()),
  resendConfirmation: publicProcedure.input(accountEmailSchema).mutation((): Promise<{ status: 'sent' }> => notYet()),
  requestPasswordReset: publicProcedure.input(accountEmailSchema).mutation((): Promise<{ status: 'sent' }> => notYet()),
  resetPassword: publicProcedure
    .input(resetPasswordSchema)
    .mutation((): Promise<{ status: 'password_changed' }> => notYet()),
  changePassword: userProcedure.input(changePasswordSchema).mutation((): Promise<AccountSession> => notYet()),
})
