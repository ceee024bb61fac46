import type { Database, ReadClient } from '#server/database/database.ts'
import { displayName } from '#shared/account.ts'
import type { ErasableColleague } from '#shared/erasure.ts'
import { maxPeople } from '#shared/people.ts'

/** The stand-in for an erased account's address is not an address. */
const hasAddress = { email: { contains: '@' } } as const

/** Lists those whose access was revoked, while the audit log has it, by what they are called. */
export async function listColleagues({ read }: Pick<Database, 'read'>): Promise<{ people: ErasableColleague[] }> {
  const left = await revokedIds(read)
  const people = await read.user.findMany({
    where: { id: { in: left }, role: 'user', ...hasAddress },
    orderBy: { email: 'asc' },
    select: { id: true, email: true, name: true },
    take: maxPeople,
  })
  return { people: people.toSorted((a, b) => displayName(a).localeCompare(displayName(b), 'en')) }
}

/** Visitors have accounts, too. They are erased with their estimates. */
export async function findColleague(
  { user, auditEntry }: Pick<ReadClient, 'user' | 'auditEntry'>,
  id: string,
): Promise<{ readonly id: string; readonly email: string } | undefined> {
  const account = await user.findFirst({ where: { id, ...hasAddress }, select: { email: true, role: true } })
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
  // People who gave up their own access are the actor, and there is no subject.
  return [...new Set(revoked.flatMap(({ actorId, subjectId }) => subjectId ?? actorId ?? []))]
}
