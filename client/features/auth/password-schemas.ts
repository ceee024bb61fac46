import * as z from 'zod/mini'
import { confirmEmailSchema, resetPasswordSchema } from '#shared/account.ts'

/** What is typed of `confirmEmailSchema`: the token comes with the link. */
export const confirmPasswordSchema = z.required(z.pick(confirmEmailSchema, { password: true }))

/** What is typed of `resetPasswordSchema`. */
export const newPasswordSchema = z.pick(resetPasswordSchema, { password: true })
