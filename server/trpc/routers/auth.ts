import { rememberDevice } from '#server/auth/known-device.ts'
import { refreshSession } from '#server/auth/refresh-session.ts'
import { clearCookie, clearSessionCookies, setSessionCookies } from '#server/auth/session-cookies.ts'
import { accountSession, endSession } from '#server/auth/sessions.ts'
import { changePassword } from '#server/domain/accounts/change-password.ts'
import { confirmEmail } from '#server/domain/accounts/confirm-email.ts'
import { requestAccountEmail } from '#server/domain/accounts/request-account-email.ts'
import { resetPassword } from '#server/domain/accounts/reset-password.ts'
import { signIn } from '#server/domain/accounts/sign-in.ts'
import { signUp } from '#server/domain/accounts/sign-up.ts'
import { AppError } from '#server/errors.ts'
import { publicProcedure, router, userProcedure } from '#server/trpc/init.ts'
import {
  type AccountSession,
  accountEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  credentialsSchema,
  resetPasswordSchema,
  type SessionResponse,
} from '#shared/account.ts'

const noSession = { user: null, expiresAt: null, expiresIn: null, tokenType: null } as const

export const authRouter = router({
  /** A query cannot refresh a session. */
  session: publicProcedure.query(async ({ ctx }): Promise<SessionResponse> => {
    const session = await ctx.caller.session()
    return session ? accountSession(session, ctx.clock.now()) : noSession
  }),
  signUp: publicProcedure.input(credentialsSchema).mutation(({ ctx, input }) => signUp(ctx, input)),
  signIn: publicProcedure.input(credentialsSchema).mutation(async ({ ctx, input }): Promise<AccountSession> => {
    const session = await signIn(ctx, input)
    setSessionCookies(ctx, session)
    rememberDevice(ctx, session.user.id)
    return accountSession(session, ctx.clock.now())
  }),
  /** Ends expired sessions, too. */
  signOut: publicProcedure.mutation(async ({ ctx }): Promise<{ status: 'signed_out' }> => {
    await ctx.database.transaction((transaction) => endSession(transaction, ctx.caller.cookies))
    clearSessionCookies(ctx)
    ctx.reply.header('clear-site-data', '"cache"')
    return { status: 'signed_out' }
  }),
  refresh: publicProcedure.mutation(async ({ ctx }): Promise<AccountSession> => {
    const { caller, database, serverKey } = ctx
    const now = ctx.clock.now()
    try {
      const session = await refreshSession(database, serverKey, caller.cookies.refresh, now)
      setSessionCookies(ctx, session)
      return accountSession(session, now)
    } catch (error) {
      // Other errors leave the token valid.
      if (error instanceof AppError) clearSessionCookies(ctx)
      throw error
    }
  }),
  confirmEmail: publicProcedure.input(confirmEmailSchema).mutation(async ({ ctx, input }): Promise<AccountSession> => {
    const session = await confirmEmail(ctx, input)
    setSessionCookies(ctx, session)
    rememberDevice(ctx, session.user.id)
    clearCookie(ctx, 'pending')
    return accountSession(session, ctx.clock.now())
  }),
  resendConfirmation: publicProcedure
    .input(accountEmailSchema)
    .mutation(({ ctx, input: { email } }) => requestAccountEmail(ctx, { kind: 'account.confirmation', email })),
  requestPasswordReset: publicProcedure
    .input(accountEmailSchema)
    .mutation(({ ctx, input: { email } }) => requestAccountEmail(ctx, { kind: 'account.reset', email })),
  /** Strangers cannot lock out a known browser. */
  resetPassword: publicProcedure
    .input(resetPasswordSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'password_changed' }> => {
      const { userId } = await resetPassword(ctx, input)
      rememberDevice(ctx, userId)
      return { status: 'password_changed' }
    }),
  changePassword: userProcedure
    .input(changePasswordSchema)
    .mutation(async ({ ctx, input }): Promise<AccountSession> => {
      const session = await changePassword(ctx, input)
      setSessionCookies(ctx, session)
      return accountSession(session, ctx.clock.now())
    }),
})
