import * as z from 'zod/mini'
import { credentialsSchema, minPasswordLength, passwordAttributeMinimum } from '#shared/account.ts'

/**
 * What the sign-up form is checked with before it is sent: what its `minlength` says, since the browser's own check is
 * off. All else that a new password must be like is the server's to say.
 */
export const signUpSchema = credentialsSchema.check(
  z.refine(({ password }) => password.length >= passwordAttributeMinimum, {
    path: ['password'],
    error: `Please choose a password of at least ${minPasswordLength} characters.`,
  }),
)
