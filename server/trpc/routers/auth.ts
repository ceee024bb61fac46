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
import { publicProcedure, router } from '../init.ts'

function notYet(): never {
  throw new AppError('unavailable', 'Accounts are not open yet.')
}

export const authRouter = router({
  /** Who is signed in here. Changes nothing, so a session that has to be refreshed counts as none. */
  session: publicProcedure.query((): Promise<SessionAnswer> => notYet()),
  signUp: publicProcedure.input(credentialsSchema).mutation((): Promise<{ status: 'confirmation_sent' }> => notYet()),
  signIn: publicProcedure.input(credentialsSchema).mutation((): Promise<AccountSession> => notYet()),
  signOut: publicProcedure.mutation((): Promise<{ status: 'signed_out' }> => notYet()),
  /** New tokens for the refresh token in the cookie. */
  refresh: publicProcedure.mutation((): Promise<AccountSession> => notYet()),
  confirmEmail: publicProcedure.input(confirmEmailSchema).mutation((): Promise<AccountSession> => notYet()),
  resendConfirmation: publicProcedure.input(accountEmailSchema).mutation((): Promise<{ status: 'sent' }> => notYet()),
  requestPasswordReset: publicProcedure.input(accountEmailSchema).mutation((): Promise<{ status: 'sent' }> => notYet()),
  resetPassword: publicProcedure
    .input(resetPasswordSchema)
    .mutation((): Promise<{ status: 'password_changed' }> => notYet()),
  changePassword: publicProcedure.input(changePasswordSchema).mutation((): Promise<AccountSession> => notYet()),
})
