import { type AuditKind, auditKinds } from '#shared/audit.ts'
import type { AuditLogEntry } from '#shared/audit-log.ts'
import { roleLabel } from '#shared/people.ts'
import { openCountText } from './people-labels.ts'

/** Groups the kinds in the filter by the beginning of their names. */
const groups: readonly (readonly [title: string, prefix: string])[] = [
  ['Sign-ins', 'sign-in.'],
  ['Refusals', 'access.'],
  ['People', 'person.'],
  ['Accounts', 'account.'],
  ['Second factor', 'second-factor.'],
  ['Personal data', 'visitor.'],
  ['Retention', 'retention.'],
]

type KindGroup = { readonly title: string; readonly kinds: readonly AuditKind[] }

/** Returns all kinds in groups. What belongs to no group comes last. */
export function kindGroups(): KindGroup[] {
  const kinds = Object.keys(auditKinds) as AuditKind[]
  const grouped = groups.map(([title, prefix]) => ({ title, kinds: kinds.filter((kind) => kind.startsWith(prefix)) }))
  const others = kinds.filter((kind) => !groups.some(([, prefix]) => kind.startsWith(prefix)))
  return [...grouped, { title: 'Other', kinds: others }].filter((group) => group.kinds.length > 0)
}

export function knownKind(kind: string | undefined): AuditKind | undefined {
  return kind !== undefined && Object.hasOwn(auditKinds, kind) ? (kind as AuditKind) : undefined
}

/** A newer version may have written the entry. */
export function kindLabel(kind: string): string {
  const known = knownKind(kind)
  return known ? auditKinds[known] : kind
}

const signInWays: Readonly<Record<string, string>> = {
  password: 'with the password',
  app: 'with an authenticator app',
  passkey: 'with a passkey',
  'recovery-code': 'with a recovery code',
}

const failures: Readonly<Record<string, string>> = {
  password: 'wrong password',
  app: 'wrong code of an authenticator app',
  passkey: 'refused passkey',
  'recovery-code': 'wrong recovery code',
  insufficient_role: 'without the role for it',
  second_factor_missing: 'without a second factor',
}

const limitTexts: Readonly<Record<string, string>> = {
  'sign-in-streak': '100 wrong passwords in a row',
  'second-factor-streak': '100 wrong codes in a row',
}

const dutyTexts: Readonly<Record<string, string>> = {
  nobody: 'no one needs one',
  administrators: 'administrators need one',
  everybody: 'everyone with a role needs one',
}

/** More about an entry, or nothing. Details of other versions are left out. */
export function detailText({ kind, details }: Pick<AuditLogEntry, 'kind' | 'details'>): string | undefined {
  const { by, reason, limit, of, role, from, to, estimates, name, sessions, requests, completed, spam } = details
  switch (kind) {
    case 'sign-in.succeeded':
      return signInWays[String(by)]
    case 'sign-in.failed':
      return failureText(String(by), details)
    case 'access.refused':
      return failureText(String(reason), details)
    case 'sign-in.limited':
      return limitTexts[String(limit)]
    case 'account.email-changed':
      return `to ${to}`
    case 'account.sessions-ended':
      return sessions === 1 ? '1 device' : `${sessions} devices`
    case 'visitor.erased':
      return `${requestCount(requests)}${details.account === true ? ' and the account' : ''}`
    case 'visitor.exported':
      return requestCount(requests)
    case 'company.published':
      return `version ${details.number}`
    case 'retention.changed':
      return `completed ${monthsText(completed)}, spam ${monthsText(spam)}`
    case 'retention.erased':
      return `${completed} completed, ${spam} spam`
    case 'second-factor.requirement-changed':
      return dutyTexts[String(of)]
    case 'person.role-changed':
      return `from ${roleLabel(String(from))} to ${roleLabel(String(to))}`
    case 'person.revoked': {
      const handedOver =
        typeof estimates === 'number' && estimates > 0 ? `, ${openCountText(estimates)} handed over` : ''
      return `was ${roleLabel(String(from))}${handedOver}`
    }
  }
  if (typeof role === 'string') return `as ${roleLabel(role)}`
  return typeof name === 'string' ? `“${name}”` : undefined
}

/** For instance “wrong password, 3 in a row, Firefox on Windows, network 4TzQk9Ab”. */
function failureText(how: string, { inARow, device, network }: AuditLogEntry['details']): string | undefined {
  const parts = [
    failures[how],
    typeof inARow === 'number' && inARow > 1 ? `${inARow} in a row` : undefined,
    typeof device === 'string' ? device : undefined,
    network ? `network ${network}` : undefined,
  ]
  return parts.filter((part) => part !== undefined).join(', ') || undefined
}

function requestCount(requests: unknown): string {
  return requests === 1 ? '1 request' : `${requests} requests`
}

function monthsText(months: unknown): string {
  if (months === 'never') return 'never'
  return months === 1 ? 'after 1 month' : `after ${months} months`
}

/** Without a signed-in actor, the entry names the site, the link or the command line. */
const withoutAccount: Readonly<Record<string, string | undefined>> = {
  'sign-in.failed': undefined,
  'sign-in.limited': undefined,
  'second-factor.passkey-refused': undefined,
  'account.email-restored': 'the link in the former mailbox',
  'retention.erased': 'the site itself',
}

/** Says who did it if no account did. */
export function noActorText(kind: string): string | undefined {
  return Object.hasOwn(withoutAccount, kind) ? withoutAccount[kind] : 'the command line'
}
