import * as z from 'zod/mini'
import { emailAddress } from './field-atoms.ts'
import { fieldLimits } from './field-limits.ts'
import type { Role } from './permissions.ts'

/** The attribute of the sign-up form's password field. */
export const passwordAttributeMinimum = 6

/** What the server asks of a new password: at least so many characters (code points). */
export const minPasswordLength = 8

/** bcrypt reads no further than this, so nothing longer is taken. In bytes of UTF-8. */
export const maxPasswordBytes = 72

/** Far more than any password or link has; keeps what is hashed and compared small. */
const maxSecretLength = 1_000

/** Two spellings of an address in capitals and small letters are one account. */
const accountEmail = z.pipe(
  emailAddress(fieldLimits.email, 'Please enter a valid email address.'),
  z.transform((email: string) => email.toLowerCase()),
)

const secret = (message: string) =>
  z
    .string({ error: message })
    .check(z.minLength(1, { error: message }), z.maxLength(maxSecretLength, { error: message }))

/** Exactly as typed: never trimmed, cut or normalised. */
const password = secret('Please enter your password.')
const token = secret('The link is not complete.')

/** E-mail and password, for signing up and for signing in. What a new password must be like is the server's to say. */
export const credentialsSchema = z.strictObject({ email: accountEmail, password })
/** For the mails that confirm an address and that set a new password. */
export const accountEmailSchema = z.strictObject({ email: accountEmail })
/** A link of a mail that confirms an address; the password where the browser is not the one that signed up. */
export const confirmEmailSchema = z.strictObject({ token, password: z.optional(password) })
export const resetPasswordSchema = z.strictObject({ token, password })
export const changePasswordSchema = z.strictObject({ currentPassword: password, newPassword: password })

/** Why a call about an account failed, as `data.reason` of the error. */
export const authReasons = [
  /** No such account, or not its password; nobody is told which. */
  'invalid_credentials',
  /** The right password of an account whose address is not confirmed yet. */
  'email_not_confirmed',
  /** A new password that is not taken; `data.fieldErrors` says why. */
  'weak_password',
  /** A link that was used, has expired, or was never made. */
  'otp_expired',
  /** The link is good, but this is not the browser that signed up: it takes the password too. */
  'password_required',
  /** Nobody is signed in, or not any more. */
  'session_not_found',
  /** A refresh token that was replaced long ago. Its session has been ended. */
  'refresh_token_already_used',
  /** Signed in, and not allowed to. */
  'insufficient_role',
  /** Too many attempts; `Retry-After` says when the next makes sense. */
  'too_many_attempts',
] as const
export type AuthReason = (typeof authReasons)[number]

/** One way in which somebody signs in. */
type Identity = { readonly provider: 'email'; readonly email: string }

/** The person who is signed in. */
export type AccountUser = {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly identities: readonly Identity[]
}

/** That somebody is signed in, and until when the present access token is good. */
export type AccountSession = {
  readonly user: AccountUser
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** Seconds from the moment of the answer. */
  readonly expiresIn: number
  readonly tokenType: 'bearer'
}

/** What `auth.session` answers: the session, or the same fields without one. */
export type SessionResponse =
  | AccountSession
  | { readonly user: null; readonly expiresAt: null; readonly expiresIn: null; readonly tokenType: null }
