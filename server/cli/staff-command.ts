import { parseArgs } from 'node:util'
import { linkLifetimesMs } from '#server/auth/email-tokens.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { issueResetLink } from '#server/domain/accounts/email-links.ts'
import { addStaff, listStaff, revokeStaff } from '#server/domain/accounts/staff.ts'
import { AppError } from '#server/errors.ts'
import { secretLink } from '#server/mail/account-links.ts'
import { accountEmailSchema } from '#shared/account.ts'

/** What somebody asked for at the shell. */
export type StaffCommand =
  | { readonly name: 'add'; readonly email: string; readonly role: 'staff' | 'admin' }
  | { readonly name: 'revoke' | 'reset'; readonly email: string }
  | { readonly name: 'list' }

/** A command that cannot be understood; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const usage = `Usage:
  npm run staff -- add EMAIL [--role staff|admin]   gives a role (staff where left out) and invites who is new
  npm run staff -- list                             shows who has a role
  npm run staff -- revoke EMAIL                     takes the role away and signs them out everywhere
  npm run staff -- reset EMAIL                      prints a link for a new password, also for an account that takes
                                                    no password any more because too many wrong ones were tried`

/**
 * Reads a command.
 *
 * @param words what stands after the program's name
 * @throws {UsageError}
 */
export function parseStaffCommand(words: readonly string[]): StaffCommand {
  const { values, positionals } = parsed(words)
  const [name, address, ...more] = positionals
  const { role } = values
  if (name === undefined) throw new UsageError('What shall be done?')
  if (role !== undefined && name !== 'add') throw new UsageError('--role belongs to add.')
  if (name === 'list' && address === undefined) return { name }
  if (name !== 'add' && name !== 'revoke' && name !== 'reset')
    throw new UsageError(`"${positionals.join(' ')}" is no command.`)
  if (address === undefined || more.length > 0) throw new UsageError(`${name} takes one e-mail address.`)
  const email = accountEmailSchema.safeParse({ email: address }).data?.email
  if (email === undefined) throw new UsageError(`"${address}" is no e-mail address.`)
  if (name !== 'add') return { name, email }
  if (role !== undefined && role !== 'staff' && role !== 'admin') throw new UsageError('A role is staff or admin.')
  return { name, email, role: role ?? 'staff' }
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: { role: { type: 'string' } }, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

type StaffDeps = {
  readonly database: Database
  readonly config: Pick<Config, 'appOrigin' | 'adminEmails'>
  /** See server/auth/server-key.ts. */
  readonly serverKey: Buffer
  readonly now: Date
}

/**
 * Does what was asked for.
 *
 * @returns what to tell whoever asked
 * @throws {AppError} `not_found` when there is no such account
 */
export async function runStaffCommand(command: StaffCommand, deps: StaffDeps): Promise<string> {
  switch (command.name) {
    case 'list':
      return await staffTable(deps.database)
    case 'add':
      return await added(command, deps)
    case 'revoke':
      return await revoked(command.email, deps)
    case 'reset':
      return await resetLink(command.email, deps)
  }
}

async function added({ email, role }: { email: string; role: 'staff' | 'admin' }, deps: StaffDeps): Promise<string> {
  const { database, config, now } = deps
  const { invitation, isChanged } = await addStaff(database, { email, role, now })
  if (invitation !== undefined) {
    const hours = linkLifetimesMs.invitation / 3_600_000
    const link = secretLink(config.appOrigin, 'invitation', invitation)
    return `${email} has the role ${role} as soon as they set a password. Give them this link; it works once, and for ${hours} hours:\n\n  ${link}\n`
  }
  if (isChanged) return `${email} has the role ${role}, from the next click on.`
  return `${email} has had the role ${role} before: nothing was changed. If they cannot sign in: npm run staff -- reset ${email}`
}

async function revoked(email: string, { database, config }: StaffDeps): Promise<string> {
  const result = await revokeStaff(database, email)
  if (result === 'no account') throw noAccount(email)
  const done = {
    revoked: `${email} has no role any more, is signed out everywhere, and every link for them is void.`,
    'signed out': `${email} had no role. They were signed out everywhere, and every link for them is void.`,
    unchanged: `${email} had no role, was not signed in and had no links: nothing was changed.`,
  }[result]
  const isListed = config.adminEmails.some((listed) => listed.toLowerCase() === email)
  if (!isListed) return done
  return `${done}\nThe address is still in ADMIN_EMAILS: take it out, or an account that is not confirmed yet becomes an administrator's with its confirmation.`
}

async function resetLink(email: string, { database, config, serverKey, now }: StaffDeps): Promise<string> {
  const token = await issueResetLink(database, { email, serverKey, now })
  if (token === undefined) throw noAccount(email)
  const link = secretLink(config.appOrigin, 'reset', token)
  return `Give ${email} this link to set a new password; it works once, and for one hour. With the new password, every device is signed out:\n\n  ${link}\n`
}

function noAccount(email: string): AppError {
  return new AppError('not_found', `There is no account of ${email}.`)
}

async function staffTable(database: Pick<Database, 'read'>): Promise<string> {
  const { staff, others } = await listStaff(database)
  const rows = staff.map(({ email, role, isConfirmed, lastUsedAt }) => [
    email,
    role,
    isConfirmed ? 'yes' : 'not yet',
    lastUsedAt ? `${lastUsedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'not signed in',
  ])
  const table = staff.length > 0 ? `${aligned([['address', 'role', 'confirmed', 'last use'], ...rows])}\n\n` : ''
  const counted = others === 1 ? '1 account' : `${others} accounts`
  return `${table}${counted} without a role.`
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
