import { createHash } from 'node:crypto'
import { hashSync } from 'bcryptjs'
import { toDigest } from '#server/accounts/secrets/secrets.ts'
import { sessionLifetimes } from '#server/accounts/sessions/session-lifetimes.ts'
import { formatSessionToken } from '#server/accounts/sessions/session-tokens.ts'
import { buildEstimate } from '#tests/support/estimates/build-estimate.ts'
import { cookieHeader } from '#tests/support/server/sessions.ts'
import type { Row } from './database-access.ts'
import { searches } from './hostile-values.ts'
import type { KnownValues } from './schema-input.ts'

export const callers = ['anonymous', 'user', 'staff', 'admin'] as const
export type Caller = (typeof callers)[number]

const [goodPassword, otherPassword] = ['plum tiles, warm grout', 'a second staircase up']

/** The time of the newest estimate. It is fixed, since cursors contain it. */
const firstInstant = new Date('2026-01-05T20:10:00.000Z')

/** bcrypt's; a real cost would take most of the run. */
export const passwordCost = 4

/** There are several accounts per role, because calls are limited per account. The crowd is one account. */
const [estimateCount, accountCount, accountsPerRole, crowdSize] = [60, 12, 20, 50]

/** Few, so that the fuzzer finds the proposals of a request. */
const proposalCount = 4
const linkPurposes = ['confirmation', 'reset', 'invitation'] as const
const year = 365 * 24 * 60 * 60 * 1000

/** The initial rows, made from the seed. */
export type SeededRows = {
  readonly users: readonly Row[]
  readonly sessions: readonly Row[]
  readonly estimates: readonly Row[]
  readonly events: readonly Row[]
  readonly proposals: readonly Row[]
  /** Rows that calls use up or change, restored regularly. */
  readonly renewed: {
    readonly users: readonly Row[]
    readonly sessions: readonly Row[]
    readonly links: readonly Row[]
  }
  readonly cookies: Readonly<Record<Caller, readonly string[]>>
  readonly renewedCookies: readonly string[]
  /** All cookies are of one account without a role. */
  readonly crowdCookies: readonly string[]
  readonly known: KnownValues
  /** The marker is in every customer's row, and only the staff may see it. */
  readonly marker: string
  /** Digests, which no response may contain. */
  readonly digests: readonly string[]
}

function seededUuid(seed: number, name: string): string {
  const hex = createHash('sha256').update(`${seed} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function seedRows(seed: number, now: Date): SeededRows {
  const uuid = (name: string) => seededUuid(seed, name)
  const secret = (name: string) => createHash('sha256').update(`${seed} secret ${name}`).digest('base64url')
  const marker = `planted${uuid('marker').slice(0, 13)}`
  const passwordHash = hashSync(goodPassword, passwordCost)

  const person = (name: string, role: string, email = `${name}@example.com`) => {
    return { id: uuid(name), email, passwordHash, role, confirmedAt: now, createdAt: now }
  }
  const session = (name: string, userId: string) => ({
    id: uuid(name),
    userId,
    accessDigest: toDigest(secret(`${name} access`)),
    accessExpiresAt: new Date(now.getTime() + sessionLifetimes.accessMs),
    refreshDigest: toDigest(secret(`${name} refresh`)),
    refreshedAt: now,
    refreshCount: 0,
    device: 'fuzz',
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + year / 12),
  })
  const cookie = (name: string) => {
    const token = (kind: string) => formatSessionToken({ id: uuid(name), secret: secret(`${name} ${kind}`) })
    return cookieHeader({ access: token('access'), refresh: token('refresh') })
  }

  const roles = callers.filter((caller) => caller !== 'anonymous')
  const callersOf = (role: string) =>
    Array.from({ length: accountsPerRole }, (_, index) => `caller-${role}${index === 0 ? '' : `-${index}`}`)
  const crowdNames = Array.from({ length: crowdSize }, (_, index) => `crowd ${index}`)
  const users = [
    ...roles.flatMap((role) => callersOf(role).map((name) => person(name, role))),
    person('crowd', 'user'),
    person('planted', 'staff', `${marker}@example.com`),
  ]
  const accounts = Array.from({ length: accountCount }, (_, index) => ({
    ...person(`account-${index}`, index % 4 === 0 ? 'staff' : 'user'),
    passwordHash: index % 6 === 5 ? null : passwordHash,
    confirmedAt: index % 3 === 2 ? null : now,
  }))
  const confirmed = accounts.filter(({ confirmedAt }) => confirmedAt !== null)
  const links = accounts.flatMap(({ id, email }) =>
    linkPurposes.map((purpose) => ({
      id: uuid(`link ${email} ${purpose}`),
      digest: toDigest(secret(`${email} ${purpose}`)),
      userId: id,
      purpose,
      createdAt: now,
      expiresAt: new Date(now.getTime() + year / 12),
    })),
  )
  const sessions = [
    ...roles.flatMap((role) => callersOf(role).map((name) => session(`session ${name}`, uuid(name)))),
    ...crowdNames.map((name) => ({ ...session(name, uuid('crowd')), device: `Mozilla/5.0 (${'x; '.repeat(160)})` })),
  ]
  const renewedSessions = confirmed.map(({ id, email }) => session(`session ${email}`, id))
  // Few, so that short runs find valid inputs.
  const colleagues = [...roles.map((role) => uuid(`caller-${role}`)), uuid('planted')]
  const estimates = Array.from({ length: estimateCount }, (_, index) => estimateRow(uuid, marker, index))
  const digestsOf = (rows: readonly Record<string, unknown>[], ...columns: string[]) =>
    rows.flatMap((row) => columns.map((column) => String(row[column])))

  return {
    users,
    sessions,
    estimates,
    events: estimates.map((estimate, index) => ({
      id: uuid(`event ${index}`),
      estimateId: estimate.id,
      kind: 'note',
      actorId: uuid('caller-staff'),
      actorEmail: 'caller-staff@example.com',
      at: now,
      details: JSON.stringify({ text: `A note about ${marker}` }),
      entryKey: uuid(`entry ${index}`),
    })),
    proposals: estimates.slice(0, proposalCount).map(({ id: estimateId }, index) => ({
      ...{ id: uuid(`proposal ${index}`), estimateId, number: 1, revision: 1 },
      ...{ lines: JSON.stringify([{ text: `Cabinets for ${marker}`, cents: 100 }]), note: `A note about ${marker}` },
      ...{ starts: '', duration: '', validUntil: '2199-01-01', remind: 1, sentAt: index % 2 === 0 ? now : null },
    })),
    renewed: { users: accounts, sessions: renewedSessions, links },
    cookies: {
      anonymous: ['', 'site-access=none; site-refresh=none'],
      user: callersOf('user').map((name) => cookie(`session ${name}`)),
      staff: callersOf('staff').map((name) => cookie(`session ${name}`)),
      admin: callersOf('admin').map((name) => cookie(`session ${name}`)),
    },
    crowdCookies: crowdNames.map(cookie),
    renewedCookies: confirmed.map(({ email }) => cookie(`session ${email}`)),
    known: {
      // The last one has the form of a session's public id.
      id: [...estimates.map(({ id }) => id), secret('a device')],
      proposalId: Array.from({ length: proposalCount }, (_, index) => uuid(`proposal ${index}`)),
      entryKey: [0, 1, 2].map((index) => uuid(`entry ${index}`)),
      requestKey: [uuid('request 1'), uuid('key 0')],
      q: searches,
      assigneeId: colleagues,
      assignee: colleagues,
      email: [...accounts.map(({ email }) => email), 'new@example.com', 'Ada+tag@Example.COM'],
      newEmail: ['moved@example.com', 'Moved+tag@Example.COM'],
      password: [goodPassword, goodPassword, otherPassword, 'short', 'é'.repeat(36), 'a'.repeat(73)],
      currentPassword: [goodPassword, otherPassword],
      newPassword: [goodPassword, otherPassword, 'password1'],
      token: accounts.flatMap(({ email }) => linkPurposes.map((purpose) => secret(`${email} ${purpose}`))),
      cursor: estimates
        .slice(0, 5)
        .map(({ id }) => Buffer.from(`${firstInstant.getTime()}.${id}`).toString('base64url')),
      // Of visits. Other fields of these names are days.
      from: ['09:00', '10:30', '23:59'],
      to: ['11:00', '16:30', '00:00'],
      lastEventId: ['0', '-1', '999999999999999', 'x'],
    },
    marker,
    digests: [
      passwordHash,
      ...digestsOf([...sessions, ...renewedSessions], 'accessDigest', 'refreshDigest'),
      ...digestsOf(links, 'digest'),
    ],
  }
}

function estimateRow(uuid: (name: string) => string, marker: string, index: number) {
  const createdAt = new Date(firstInstant.getTime() - index * 36 * 60 * 60 * 1000)
  const [isQuarantined, isSpam] = [index % 6 === 5, index % 12 === 11]
  const row = buildEstimate({
    id: uuid(`estimate ${index}`),
    reference: `T-${uuid(`reference ${index}`)}`,
    name: `Ada ${marker}`,
    email: `${marker}-${index % 20}@example.com`,
    phone: `(718) 555-${String(1000 + index)}`,
    projectDescription: `Cabinets for ${marker}, über and e\u0301.\nThe window stays.`,
    specificRequirements: null,
    status: ['new', 'in_progress', 'completed'][index % 3] ?? 'new',
    createdAt,
    firstContactAt: index < proposalCount ? createdAt : null,
    quarantinedAt: isQuarantined ? createdAt : null,
    quarantineReasons: isQuarantined ? 'decoy,too-fast' : null,
    spamAt: isSpam ? createdAt : null,
    assigneeId: index % 5 === 0 ? uuid('caller-staff') : null,
    followUpOn: index % 7 === 0 ? '2025-02-01' : null,
    requestKey: uuid(`key ${index}`),
    valuesDigest: uuid(`values ${index}`),
    senderDigest: uuid(`sender ${index}`),
  })
  return { ...row, urgent: index % 4 === 0 ? 1 : 0, formVerified: 1 }
}
