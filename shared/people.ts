import * as z from 'zod/mini'
import { accountEmailSchema, accountName } from './account.ts'
import type { Role } from './permissions.ts'
import type { SecondFactorDuty } from './second-factor.ts'

/** An administrator gives these roles. */
export const staffRoles = ['staff', 'admin'] as const satisfies readonly Role[]
export type StaffRole = (typeof staffRoles)[number]

export const roleLabels: Readonly<Record<Role, string>> = { user: 'No access', staff: 'Staff', admin: 'Administrator' }

/** A role may be that of a newer version. */
export function roleLabel(role: string): string {
  return Object.hasOwn(roleLabels, role) ? roleLabels[role as Role] : role
}

/** The list shows no more: a contractor has fewer. */
export const maxPeople = 500

/** The count of a person's open estimates ends here. */
export const maxOpenCount = 1_000

const userId = z.uuid()
const role = z.enum(staffRoles, { error: 'Please choose a role.' })
/** People type their own address to confirm the loss of their own rights. */
const confirmation = z.optional(z.string().check(z.maxLength(1_000)))

export const inviteSchema = z.strictObject({
  ...accountEmailSchema.shape,
  /** The person can change it when accepting. */
  name: z.optional(accountName),
  role,
})
export const invitationSchema = z.strictObject({ userId })
/** `seenRole` is the role that the page showed; it may have changed since. */
export const changeRoleSchema = z.strictObject({ userId, seenRole: role, role, confirmation })
export const revokeSchema = z.strictObject({
  userId,
  seenRole: role,
  /** The open estimates get this assignee; null unassigns them. */
  successorId: z.nullable(z.uuid()),
  confirmation,
})
export const personSchema = z.strictObject({ userId })

export type OpenInvitation = {
  /** It is the ISO instant of the last email. */
  readonly at: string
  /** The inviter's name. Null for the command line, and if the account is gone. */
  readonly by: string | null
  /** The ISO instant until which the newest link works. Null before the email was sent, and once it has expired. */
  readonly linkUntil: string | null
  readonly isExpired: boolean
}

export type Person = {
  readonly id: string
  readonly email: string
  readonly name: string | null
  readonly role: string
  /** ISO instant. Sessions are used about once an hour. Null before the first sign-in. */
  readonly lastSeenAt: string | null
  /** The time since which signing in takes a second factor. */
  readonly secondFactorSince: string | null
  /** Null once the person has joined. */
  readonly invitation: OpenInvitation | null
  /** Whether `ADMIN_EMAILS` names the address. */
  readonly isInSettings: boolean
}

export type PeopleList = {
  readonly people: Person[]
  /** Says who has to have a second factor. */
  readonly duty: SecondFactorDuty
  /** It is the server's clock, as an ISO instant. */
  readonly now: string
}

export type Invited = {
  /** `role-given`: the address had an account already. */
  readonly outcome: 'invited' | 'role-given'
  readonly email: string
  readonly name: string | null
}
