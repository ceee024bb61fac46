import * as z from 'zod/mini'
import { emailAddress, singleLineText } from './field-atoms.ts'
import { fieldLimits } from './field-limits.ts'
import type { Role } from './permissions.ts'

export const passwordAttributeMinimum = 6

/** In code points. */
export const minPasswordLength = 8

/** In bytes of UTF-8. bcrypt ignores the rest. */
export const maxPasswordBytes = 72

/** Bounds the work of hashing. */
const maxSecretLength = 1_000

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
const token = secret('The link is incomplete.')

/** What colleagues call a person. */
export const accountName = singleLineText(fieldLimits.name, { length: 1, message: 'Please enter your name.' })

/** What the dashboard calls an account: the name, or the address where there is none. */
export function displayName({ name, email }: { readonly name?: string | null; readonly email: string }): string {
  return name || email
}

export const credentialsSchema = z.strictObject({ email: accountEmail, password })
export const accountEmailSchema = z.strictObject({ email: accountEmail })
export const confirmEmailSchema = z.strictObject({ token, password: z.optional(password) })
/** The name comes with an invitation. */
export const resetPasswordSchema = z.strictObject({ token, password, name: z.optional(accountName) })
export const ownNameSchema = z.strictObject({ name: accountName })
export const linkSchema = z.strictObject({ token })
export const changePasswordSchema = z.strictObject({ currentPassword: password, newPassword: password })

/** Sent as `data.reason`. */
export const authReasons = [
  /** Does not reveal whether the account exists. */
  'invalid_credentials',
  'email_not_confirmed',
  'weak_password',
  /** The link was used, has expired, or never existed. */
  'otp_expired',
  /** This browser did not sign up. */
  'password_required',
  'session_not_found',
  /** The token was replaced long ago. Its session has ended. */
  'refresh_token_already_used',
  'insufficient_role',
  /** The code is wrong or was used. */
  'invalid_code',
  /** Too much time has passed since the password or the start of a passkey prompt. */
  'challenge_expired',
  'passkey_refused',
  /** The password or a passkey has to be given again. */
  'proof_required',
  /** The role needs a second factor first. */
  'second_factor_missing',
  'too_many_attempts',
] as const
export type AuthReason = (typeof authReasons)[number]

type Identity = { readonly provider: 'email'; readonly email: string }

export type AccountUser = {
  readonly id: string
  readonly email: string
  /** See {@link displayName}. Missing without a name. */
  readonly name?: string
  readonly role: Role
  readonly identities: readonly Identity[]
  /** The role needs a second factor, and the account has none. Until then, the role opens nothing. */
  readonly lacksSecondFactor?: true
}

/** Whom an invitation is for. */
export type Invitation = { readonly email: string; readonly name: string | null }

export type AccountSession = {
  readonly user: AccountUser
  /** In seconds since 1970. */
  readonly expiresAt: number
  /** In seconds from the response. */
  readonly expiresIn: number
  readonly tokenType: 'bearer'
}

export type SessionResponse =
  | AccountSession
  | { readonly user: null; readonly expiresAt: null; readonly expiresIn: null; readonly tokenType: null }
