import { linkLifetimesMs } from '#server/accounts/email-links/email-tokens.ts'
import type { PeopleDeps } from '#server/accounts/second-factor/administrators.ts'
import { readDuty } from '#server/accounts/second-factor/duty.ts'
import { addMs } from '#server/clock.ts'
import type { ReadClient } from '#server/database/database.ts'
import { displayName } from '#shared/account.ts'
import { maxPeople, type OpenInvitation, type PeopleList, type Person } from '#shared/people.ts'

const personSelect = {
  id: true,
  email: true,
  name: true,
  role: true,
  confirmedAt: true,
  createdAt: true,
  secondFactorAt: true,
  invitedAt: true,
  invitedById: true,
} as const

/** Lists everybody with a role, also those who have not joined yet, by what they are called. */
export async function listPeople({
  database: { read },
  config,
  clock,
}: Pick<PeopleDeps, 'database' | 'config' | 'clock'>): Promise<PeopleList> {
  const now = clock.now()
  const users = await read.user.findMany({
    where: { role: { not: 'user' } },
    orderBy: { email: 'asc' },
    select: personSelect,
    take: maxPeople,
  })
  const ids = users.map(({ id }) => id)
  const [lastSeen, links, names] = await Promise.all([
    readOfflineToday(read, ids),
    readLinks(read, ids),
    readNames(
      read,
      users.flatMap(({ invitedById }) => invitedById ?? []),
    ),
  ])
  const inSettings = new Set(config.adminEmails.map((email) => email.toLowerCase()))
  const people = users.map((user): Person => {
    const { id, email, name, role, confirmedAt, secondFactorAt } = user
    return {
      id,
      email,
      name,
      role,
      lastSeenAt: lastSeen.get(id)?.toISOString() ?? null,
      secondFactorSince: secondFactorAt?.toISOString() ?? null,
      invitation: confirmedAt ? null : toInvitation(user, { until: links.get(id), names, now }),
      isInSettings: inSettings.has(email),
    }
  })
  return {
    people: people.toSorted((a, b) => displayName(a).localeCompare(displayName(b), 'en')),
    duty: await readDuty(read),
    now: now.toISOString(),
  }
}

type Invitee = { readonly createdAt: Date; readonly invitedAt: Date | null; readonly invitedById: string | null }

function toInvitation(
  { createdAt, invitedAt, invitedById }: Invitee,
  { until, names, now }: { until: Date | undefined; names: ReadonlyMap<string, string>; now: Date },
): OpenInvitation {
  // Without it, the invitation is from before invitation times were stored.
  const at = invitedAt ?? createdAt
  // The sweep deletes expired links.
  const end = until ?? addMs(at, linkLifetimesMs.invitation)
  return {
    at: at.toISOString(),
    by: (invitedById && names.get(invitedById)) || null,
    linkUntil: until && until > now ? until.toISOString() : null,
    isExpired: end <= now,
  }
}

/** The time is from the sessions, or after they ended from the last sign-in that the audit log has. */
async function readOfflineToday(
  { session, auditEntry }: Pick<ReadClient, 'session' | 'auditEntry'>,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const used = await session.groupBy({
    by: ['userId'],
    where: { userId: { in: [...ids] } },
    _max: { lastUsedAt: true },
  })
  const seen = new Map(used.flatMap(({ userId, _max: { lastUsedAt } }) => (lastUsedAt ? [[userId, lastUsedAt]] : [])))
  const others = ids.filter((id) => !seen.has(id))
  const signIns = await Promise.all(
    others.map((actorId) =>
      auditEntry.findFirst({
        where: { actorId, kind: 'sign-in.succeeded' },
        orderBy: { id: 'desc' },
        select: { at: true },
      }),
    ),
  )
  others.forEach((id, index) => {
    const signIn = signIns[index]
    if (signIn) seen.set(id, signIn.at)
  })
  return seen
}

/** Reads until when each person's newest invitation works. Expired links are swept after a while. */
async function readLinks(
  { emailToken }: Pick<ReadClient, 'emailToken'>,
  ids: readonly string[],
): Promise<Map<string, Date>> {
  const links = await emailToken.groupBy({
    by: ['userId'],
    where: { userId: { in: [...ids] }, purpose: 'invitation' },
    _max: { expiresAt: true },
  })
  return new Map(links.flatMap(({ userId, _max: { expiresAt } }) => (expiresAt ? [[userId, expiresAt]] : [])))
}

async function readNames(
  { user }: Pick<ReadClient, 'user'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const people = await user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true, email: true } })
  return new Map(people.map((person) => [person.id, displayName(person)]))
}
