import * as z from 'zod/mini'
import { emailAddress } from './field-atoms.ts'
import { fieldLimits } from './field-limits.ts'
import type { Role } from './permissions.ts'

export const passwordAttributeMinimum = 6

/** In code points; the server's own minimum. */
export const minPasswordLength = 8

/** In bytes of UTF-8. bcrypt ignores what follows. */
export const maxPasswordBytes = 72

/** Bounds the work of hashing and comparing. */
const maxSecretLength = 1_000

/** Accounts do not differ by upper and lower case. */
const accountEmail = z.pipe(
  emailAddress(fieldLimits.email, 'Please enter a valid email address.'),
  z.transform((email: string) => email.toLowerCase()),
)

const secret = (message: string) =>
  z
    .string({ error: message })
    .check(z.minLength(1, { error: message }), z.maxLength(maxSecretLength, { error: message }))

/** Never trimmed, cut or normalized. */
const password = secret('Please enter your password.')
const token = secret('The link is not complete.')

/** For signing up and for signing in. The server checks how strong a new password is. */
export const credentialsSchema = z.strictObject({ email: accountEmail, password })
/** For the confirmation e-mail and the reset e-mail. */
export const accountEmailSchema = z.strictObject({ email: accountEmail })
/** The password is required in another browser than the one that signed up. */
export const confirmEmailSchema = z.strictObject({ token, password: z.optional(password) })
export const resetPasswordSchema = z.strictObject({ token, password })
export const changePasswordSchema = z.strictObject({ currentPassword: password, newPassword: password })

/** The reasons of account errors, sent as `data.reason`. */
export const authReasons = [
  /** No such account, or a wrong password: the response does not say which. */
  'invalid_credentials',
  /** The password is right, but the e-mail address is not confirmed. */
  'email_not_confirmed',
  /** `data.fieldErrors` says what is wrong with the new password. */
  'weak_password',
  /** The link was used, has expired, or never existed. */
  'otp_expired',
  /** The link is valid, but this browser did not sign up: it needs the password too. */
  'password_required',
  /** Not signed in, or no longer. */
  'session_not_found',
  /** The refresh token was replaced long ago. Its session has ended. */
  'refresh_token_already_used',
  /** Signed in, but without permission. */
  'insufficient_role',
  /** `Retry-After` says when to try again. */
  'too_many_attempts',
] as const
export type AuthReason = (typeof authReasons)[number]

type Identity = { readonly provider: 'email'; readonly email: string }

export type AccountUser = {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly identities: readonly Identity[]
}

export type AccountSession = {
  readonly user: AccountUser
  /** When the access token expires, in seconds since 1970. */
  readonly expiresAt: number
  /** The same in seconds from the response. */
  readonly expiresIn: number
  readonly tokenType: 'bearer'
}

/** The response of `auth.session`: null fields mean that nobody is signed in. */
export type SessionResponse =
  | AccountSession
  | { readonly user: null; readonly expiresAt: null; readonly expiresIn: null; readonly tokenType: null }
