import { linkLifetimesMs } from '#server/accounts/email-links/email-tokens.ts'
import { type RevokeResult, revokeByAddress } from '#server/accounts/people/revoke-access.ts'
import { addStaff, listStaff } from '#server/accounts/people/staff.ts'
import { resetSecondFactor } from '#server/accounts/second-factor/reset-second-factor.ts'
import { issueResetLink } from '#server/accounts/sign-in/email-links.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { secretLink } from '#server/mail/messages/account-links.ts'
import type { StaffRole } from '#shared/people.ts'

export type StaffCommand =
  | { readonly name: 'add'; readonly email: string; readonly role: StaffRole; readonly called?: string }
  | { readonly name: 'revoke'; readonly email: string; readonly to?: string }
  | { readonly name: 'reset' | 'reset-second-factor'; readonly email: string }
  | { readonly name: 'list' }

type StaffDeps = {
  readonly database: Database
  readonly config: Pick<Config, 'appOrigin' | 'adminEmails'>
  readonly serverKey: Buffer
  readonly now: Date
}

/** @throws {AppError} `not_found` when there is no such account; `conflict` for the last administrator; `invalid` */
export async function runStaffCommand(command: StaffCommand, deps: StaffDeps): Promise<string> {
  switch (command.name) {
    case 'list':
      return await list(deps.database)
    case 'add':
      return await add(command, deps)
    case 'revoke':
      return await revoke(command, deps)
    case 'reset':
      return await reset(command.email, deps)
    case 'reset-second-factor':
      return await resetFactors(command.email, deps)
  }
}

async function add(
  { email, role, called: name }: Extract<StaffCommand, { name: 'add' }>,
  { database, config, now }: StaffDeps,
): Promise<string> {
  const { invitation, isChanged } = await addStaff(database, { email, name, role, now })
  if (invitation !== undefined) {
    const hours = linkLifetimesMs.invitation / 3_600_000
    const link = secretLink(config.appOrigin, 'invitation', invitation)
    return `${email} will have the role ${role} after setting a password. Send them this link. It works once and expires in ${hours} hours:\n\n  ${link}\n`
  }
  if (isChanged) return `${email} now has the role ${role}.`
  return `${email} already has the role ${role}; nothing was changed. If they cannot sign in, run: npm run staff -- reset ${email}`
}

async function revoke(
  { email, to }: Extract<StaffCommand, { name: 'revoke' }>,
  { database, config, now }: StaffDeps,
): Promise<string> {
  const result = await revokeByAddress(database, { email, successorEmail: to ?? null, now })
  if (result.outcome === 'no account') throw noAccount(email)
  const message = revokedText(email, to, result)
  const isListed = config.adminEmails.some((listed) => listed.toLowerCase() === email)
  if (!isListed) return message
  return `${message}\nThe address is still in ADMIN_EMAILS. Remove it there, or the account becomes an administrator when its address is confirmed.`
}

function revokedText(
  email: string,
  to: string | undefined,
  result: Exclude<RevokeResult, { outcome: 'no account' }>,
): string {
  const ended = 'All sessions and links of the account have ended.'
  if (result.outcome !== 'revoked')
    return result.outcome === 'signed out'
      ? `${email} had no role. ${ended}`
      : `${email} had no role, sessions or links; nothing was changed.`
  const { handedOver } = result
  const requests = handedOver === 1 ? '1 open request is' : `${handedOver} open requests are`
  const taken = handedOver === 0 ? '' : ` ${requests} ${to === undefined ? 'unassigned' : `assigned to ${to}`} now.`
  return `${email} no longer has a role. ${ended}${taken}`
}

async function reset(email: string, { database, config, serverKey, now }: StaffDeps): Promise<string> {
  const token = await issueResetLink(database, { email, serverKey, now })
  if (token === undefined) throw noAccount(email)
  const link = secretLink(config.appOrigin, 'reset', token)
  return `Send ${email} this link to set a new password. It works once and expires in one hour. The new password signs the account out everywhere:\n\n  ${link}\n`
}

async function resetFactors(email: string, { database, serverKey, now }: StaffDeps): Promise<string> {
  const result = await resetSecondFactor(database, { person: { email }, by: null, serverKey, now })
  if (result === 'no account') throw noAccount(email)
  if (result === 'nothing to reset') return `${email} has no second factor. Codes are no longer locked.`
  return `${email} has no second factor any more and was signed out everywhere. The password alone signs in. They get an email about it.`
}

function noAccount(email: string): AppError {
  return new AppError('not_found', `There is no account for ${email}.`)
}

async function list(database: Pick<Database, 'read'>): Promise<string> {
  const { staff, others } = await listStaff(database)
  const rows = staff.map(({ email, name, role, isConfirmed, lastUsedAt }) => [
    email,
    role,
    isConfirmed ? 'yes' : 'no',
    lastUsedAt ? `${lastUsedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'not signed in',
    name ?? '',
  ])
  const table = staff.length > 0 ? `${aligned([['email', 'role', 'confirmed', 'last used', 'name'], ...rows])}\n\n` : ''
  const count = others === 1 ? '1 account' : `${others} accounts`
  return `${table}${count} without a role.`
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n')
}
