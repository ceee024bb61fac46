import type { Database, ReadClient } from '#server/database/database.ts'
import { displayName } from '#shared/account.ts'
import type { ErasableColleague } from '#shared/erasure.ts'
import { maxPeople } from '#shared/people.ts'

const staff = { role: { not: 'user' } } as const
/** The stand-in for an erased account's address is not an address. */
const hasAddress = { email: { contains: '@' } } as const
const columns = { id: true, email: true, name: true, role: true } as const

/** Lists everybody with access, and those whose access was revoked while the audit log has it, by what they are called. */
export async function listColleagues({ read }: Pick<Database, 'read'>): Promise<{ people: ErasableColleague[] }> {
  const left = await revokedIds(read)
  const users = await read.user.findMany({
    where: { OR: [staff, { id: { in: left } }], ...hasAddress },
    orderBy: { email: 'asc' },
    select: columns,
    take: maxPeople,
  })
  const people = users.map(({ role, ...person }) => ({ ...person, hasAccess: role !== 'user' }))
  return { people: people.toSorted((a, b) => displayName(a).localeCompare(displayName(b), 'en')) }
}

/** Visitors have accounts, too. They are erased with their estimates. */
export async function findColleague(
  { user, auditEntry }: Pick<ReadClient, 'user' | 'auditEntry'>,
  id: string,
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const account = await user.findFirst({ where: { id, ...hasAddress }, select: columns })
  if (!account) return undefined
  const isColleague = account.role !== 'user' || (await revokedIds({ auditEntry })).includes(id)
  return isColleague ? { id, email: account.email } : undefined
}

async function revokedIds({ auditEntry }: Pick<ReadClient, 'auditEntry'>): Promise<string[]> {
  const revoked = await auditEntry.findMany({
    where: { kind: 'person.revoked' },
    orderBy: { id: 'desc' },
    select: { actorId: true, subjectId: true },
    take: maxPeople,
  })
  // Who gave up their own access is the actor, and there is no subject.
  return [...new Set(revoked.flatMap(({ actorId, subjectId }) => subjectId ?? actorId ?? []))]
}
