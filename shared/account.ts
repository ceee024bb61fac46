import * as z from 'zod/mini'
import { emailAddress, singleLineText } from './field-atoms.ts'
import { fieldLimits } from './field-limits.ts'
import type { Role } from './permissions.ts'

export const passwordAttributeMinimum = 6

/** Passwords are counted in code points. */
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

/** A password is never trimmed, cut or normalized. */
const password = secret('Please enter your password.')
const token = secret('The link is incomplete.')

export const accountName = singleLineText(fieldLimits.name, { length: 1, message: 'Please enter your name.' })

/** The account's name on the dashboard: the address if it has none. */
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

/** The lifetimes of a link to a new address, and of the one to the former address that undoes the change. */
export const emailChangeHours = 24
export const emailUndoHours = 72

export const changeEmailSchema = z.strictObject({ newEmail: accountEmail, currentPassword: password })
export const emailLinkSchema = z.strictObject({ token })
export const sessionIdSchema = z.strictObject({ id: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** The server sends it as `data.reason`. */
export const authReasons = [
  /** Does not reveal whether the account exists. */
  'invalid_credentials',
  'email_not_confirmed',
  'weak_password',
  /** The link has expired, was replaced, or never existed. */
  'otp_expired',
  /** The link has worked before. */
  'link_used',
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
  /** The link belongs to another account than the one that is signed in. */
  'wrong_account',
  /** Another account has had the address since. */
  'address_taken',
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

/** The person whom an invitation is for. */
export type Invitation = { readonly email: string; readonly name: string | null }

export type AccountSession = {
  readonly user: AccountUser
  /** It is in seconds since 1970. */
  readonly expiresAt: number
  /** It counts in seconds from the response. */
  readonly expiresIn: number
  readonly tokenType: 'bearer'
}

/** A change of the address that waits for its link to be opened. */
export type PendingEmailChange = {
  readonly newEmail: string
  /** It is in ISO 8601. */
  readonly expiresAt: string
}

/** A signed-in browser of one's own, as the account page shows it. */
export type OwnSession = {
  /** Stands for the session in calls, and authorizes nothing. */
  readonly id: string
  /** For instance `Firefox on Windows`. */
  readonly device: string
  readonly isCurrent: boolean
  /** It is compared with the network of this call. Null if it is not known. */
  readonly isSameNetwork: boolean | null
  /** It is in ISO 8601, to about an hour. */
  readonly lastUsedAt: string
  readonly signedInAt: string
}

export type SessionResponse =
  | AccountSession
  | { readonly user: null; readonly expiresAt: null; readonly expiresIn: null; readonly tokenType: null }
