import * as z from 'zod/mini'
import { isAllowed, isStaffRole } from './permissions.ts'

/** After the right password, these ways complete a sign-in. */
export type SecondFactorMethod = 'app' | 'passkey' | 'recovery-code'

export type SecondFactorRequired = {
  readonly status: 'second_factor_required'
  readonly methods: readonly SecondFactorMethod[]
}

/** Says who has to have a second factor. An administrator chooses. */
export const secondFactorDuties = ['nobody', 'administrators', 'everybody'] as const
export type SecondFactorDuty = (typeof secondFactorDuties)[number]

/** The time for which a proof of identity lasts for changes of the second factor. */
export const recentProofMinutes = 10

export const recoveryCodeCount = 10
export const maxPasskeys = 20
export const maxPasskeyName = 60

/** Bounds the work; the server says what is wrong with a shorter one. */
const codeText = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please enter the code.' }),
    z.maxLength(64, { error: 'The code is too long.' }),
  )
const password = z
  .string({ error: 'Please enter your password.' })
  .check(z.minLength(1, { error: 'Please enter your password.' }), z.maxLength(1_000))

/** A few times what authenticators send. */
const encoded = z.string().check(z.maxLength(20_000))
const shortText = z.string().check(z.maxLength(2_000))

/** The response as browsers send it, without extensions, which this site uses none of. */
const passkeyResponseSchema = z.object({
  id: shortText,
  rawId: shortText,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.optional(shortText),
  }),
})

const newPasskeyResponseSchema = z.object({
  id: shortText,
  rawId: shortText,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})

const passkeyName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please give the passkey a name.' }),
    z.maxLength(maxPasskeyName, { error: `Please use at most ${maxPasskeyName} characters.` }),
  )

export const codeSchema = z.strictObject({ code: codeText })
export const identitySchema = z.strictObject({ password })
export const passkeyOptionsSchema = z.strictObject({
  /** Whether the password was entered before. */
  afterPassword: z.boolean(),
})
export const passkeyProofSchema = z.strictObject({ response: passkeyResponseSchema })
export const newPasskeySchema = z.strictObject({ name: passkeyName, response: newPasskeyResponseSchema })
export const passkeyNameSchema = z.strictObject({ name: passkeyName })
export const passkeyIdSchema = z.strictObject({ id: z.uuid() })
export const dutySchema = z.strictObject({ duty: z.enum(secondFactorDuties) })
export const personIdSchema = z.strictObject({ userId: z.uuid() })

/** Whether the duty applies to a role. */
export function isRequiredFor(duty: string | null, role: string): boolean {
  if (duty === 'everybody') return isStaffRole(role)
  return duty === 'administrators' && isAllowed(role, 'managePeople')
}

/** An app shows six digits; people type them with spaces. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/[\s-]/g, ''))
}

export type SecondFactorState = {
  readonly app: { readonly since: string } | null
  /** Why no app can be added. */
  readonly appProblem: string | null
  readonly passkeys: readonly {
    readonly id: string
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt: string | null
    /** Whether the maker's account keeps a copy, so that a lost device does not lose it. */
    readonly isBackedUp: boolean
  }[]
  readonly recoveryCodesLeft: number
  /** Whether the role needs one, so that the last factor cannot be removed. */
  readonly isRequired: boolean
}

/** The response to a new factor: the codes are shown once, if it was the first. */
export type FactorAdded = { readonly recoveryCodes: readonly string[] | null }

/** Where the account page has it. */
export const signInAnchor = 'sign-in'
