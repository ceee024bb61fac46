import { changePassword } from '#server/accounts/own-account/change-password.ts'
import { confirmEmailChange } from '#server/accounts/own-account/confirm-email-change.ts'
import { setOwnName } from '#server/accounts/own-account/set-own-name.ts'
import { undoEmailChange } from '#server/accounts/own-account/undo-email-change.ts'
import type { SignInResult } from '#server/accounts/second-factor/complete-sign-in.ts'
import { passkeySignInOptions, signInByPasskey } from '#server/accounts/second-factor/use-passkey.ts'
import { verifySecondFactor } from '#server/accounts/second-factor/verify-second-factor.ts'
import { rememberDevice, renewDevice } from '#server/accounts/sessions/known-device.ts'
import { refreshSession } from '#server/accounts/sessions/refresh-session.ts'
import {
  clearCookie,
  clearSessionCookies,
  setChallengeCookie,
  setSessionCookies,
} from '#server/accounts/sessions/session-cookies.ts'
import { accountSession, endSession, type IssuedSession } from '#server/accounts/sessions/sessions.ts'
import { confirmEmail } from '#server/accounts/sign-in/confirm-email.ts'
import { openInvitation } from '#server/accounts/sign-in/open-invitation.ts'
import { requestAccountEmail } from '#server/accounts/sign-in/request-account-email.ts'
import { resetPassword } from '#server/accounts/sign-in/reset-password.ts'
import { signIn } from '#server/accounts/sign-in/sign-in.ts'
import { signUp } from '#server/accounts/sign-in/sign-up.ts'
import { AppError } from '#server/errors.ts'
import type { Context } from '#server/trpc/context.ts'
import { publicProcedure, router, userProcedure } from '#server/trpc/init.ts'
import {
  type AccountSession,
  accountEmailSchema,
  changePasswordSchema,
  confirmEmailSchema,
  credentialsSchema,
  emailLinkSchema,
  linkSchema,
  ownNameSchema,
  resetPasswordSchema,
  type SessionResponse,
} from '#shared/account.ts'
import {
  codeSchema,
  passkeyOptionsSchema,
  passkeyProofSchema,
  type SecondFactorRequired,
} from '#shared/second-factor.ts'

const noSession = { user: null, expiresAt: null, expiresIn: null, tokenType: null } as const

function startedSession(ctx: Context, session: IssuedSession): AccountSession {
  setSessionCookies(ctx, session)
  rememberDevice(ctx, session.user)
  if (ctx.client.cookies.challenge) clearCookie(ctx, 'challenge')
  return accountSession(session, ctx.clock.now())
}

function respondTo(ctx: Context, result: SignInResult): AccountSession | SecondFactorRequired {
  if ('session' in result) return startedSession(ctx, result.session)
  setChallengeCookie(ctx, result.challenge)
  return { status: 'second_factor_required', methods: result.methods }
}

export const authRouter = router({
  /** A query cannot refresh a session. */
  session: publicProcedure.query(async ({ ctx }): Promise<SessionResponse> => {
    const session = await ctx.client.session()
    return session ? accountSession(session, ctx.clock.now()) : noSession
  }),
  signUp: publicProcedure.input(credentialsSchema).mutation(({ ctx, input }) => signUp(ctx, input)),
  /** For an account with a second factor, the right password only leads to the next step. */
  signIn: publicProcedure
    .input(credentialsSchema)
    .mutation(
      async ({ ctx, input }): Promise<AccountSession | SecondFactorRequired> =>
        respondTo(ctx, await signIn(ctx, input)),
    ),
  verifySecondFactor: publicProcedure
    .input(codeSchema)
    .mutation(
      async ({ ctx, input }): Promise<AccountSession> => startedSession(ctx, await verifySecondFactor(ctx, input)),
    ),
  passkeyOptions: publicProcedure.input(passkeyOptionsSchema).mutation(async ({ ctx, input }) => {
    const { options, challenge } = await passkeySignInOptions(ctx, input)
    setChallengeCookie(ctx, challenge)
    return options
  }),
  signInByPasskey: publicProcedure
    .input(passkeyProofSchema)
    .mutation(
      async ({ ctx, input }): Promise<AccountSession> => startedSession(ctx, await signInByPasskey(ctx, input)),
    ),
  /** Ends expired sessions, too. */
  signOut: publicProcedure.mutation(async ({ ctx }): Promise<{ status: 'signed_out' }> => {
    await ctx.database.transaction((transaction) => endSession(transaction, ctx.client.cookies))
    clearSessionCookies(ctx)
    ctx.reply.header('clear-site-data', '"cache"')
    return { status: 'signed_out' }
  }),
  refresh: publicProcedure.mutation(async ({ ctx }): Promise<AccountSession> => {
    const { client, database, serverKey } = ctx
    const now = ctx.clock.now()
    try {
      const session = await refreshSession(database, serverKey, client, now)
      setSessionCookies(ctx, session)
      renewDevice(ctx, session.user, client.cookies.device)
      return accountSession(session, now)
    } catch (error) {
      // Other errors leave the token valid.
      if (error instanceof AppError) clearSessionCookies(ctx)
      throw error
    }
  }),
  confirmEmail: publicProcedure
    .input(confirmEmailSchema)
    .mutation(async ({ ctx, input }): Promise<AccountSession | SecondFactorRequired> => {
      const result = await confirmEmail(ctx, input)
      clearCookie(ctx, 'pending')
      return respondTo(ctx, result)
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
      rememberDevice(ctx, await resetPassword(ctx, input))
      return { status: 'password_changed' }
    }),
  /** The link of an email to a new address leads here. */
  confirmEmailChange: userProcedure.input(emailLinkSchema).mutation(async ({ ctx, input }): Promise<AccountSession> => {
    const { email } = await confirmEmailChange(ctx, input)
    return accountSession({ ...ctx.session, user: { ...ctx.user, email } }, ctx.clock.now())
  }),
  /** The link in the former mailbox. It works without a session. */
  undoEmailChange: publicProcedure
    .input(emailLinkSchema)
    .mutation(async ({ ctx, input }): Promise<{ status: 'undone'; email: string }> => {
      const { email } = await undoEmailChange(ctx, input)
      return { status: 'undone', email }
    }),
  /** Says whom an invitation is for. It stays usable. */
  openInvitation: publicProcedure.input(linkSchema).mutation(({ ctx, input }) => openInvitation(ctx, input)),
  setName: userProcedure.input(ownNameSchema).mutation(async ({ ctx, input: { name } }): Promise<AccountSession> => {
    await setOwnName(ctx, name)
    return accountSession({ ...ctx.session, user: { ...ctx.user, name } }, ctx.clock.now())
  }),
  changePassword: userProcedure
    .input(changePasswordSchema)
    .mutation(async ({ ctx, input }): Promise<AccountSession> => {
      const session = await changePassword(ctx, input)
      setSessionCookies(ctx, session)
      return accountSession(session, ctx.clock.now())
    }),
})
