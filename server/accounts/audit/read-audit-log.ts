import type { AuditEntry } from '#prisma/generated/sqlite/client.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import type { AuditLogEntry, AuditLogPage, AuditLogQuery, LoggedPerson } from '#shared/audit-log.ts'

/**
 * Reads a page of the log, newest first. Each filter has an index that ends with the id, so no page takes longer than
 * the first.
 */
export async function readAuditLog(
  { read }: Pick<Database, 'read'>,
  { person, kind, cursor, limit }: AuditLogQuery,
): Promise<AuditLogPage> {
  const find = (of: { readonly actorId?: string; readonly subjectId?: string }) =>
    read.auditEntry.findMany({
      where: { ...(kind ? { kind } : {}), ...(cursor ? { id: { lt: cursor } } : {}), ...of },
      orderBy: { id: 'desc' },
      take: limit + 1,
    })
  // One statement for both columns would sort all entries of the person.
  const found = person ? [...(await find({ actorId: person })), ...(await find({ subjectId: person }))] : await find({})
  const rows = newestFirst(found)
  const page = rows.slice(0, limit)
  const names = await readNames(read, page)
  return {
    entries: page.map((row) => toLogEntry(row, names)),
    nextCursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

function newestFirst(entries: readonly AuditEntry[]): AuditEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1))
}

type Names = ReadonlyMap<string, string | null>

/** Today's names; the address is that of the time of the entry. */
async function readNames({ user }: Pick<ReadClient, 'user'>, entries: readonly AuditEntry[]): Promise<Names> {
  const ids = new Set(entries.flatMap(({ actorId, subjectId }) => [actorId, subjectId].filter((id) => id !== null)))
  if (ids.size === 0) return new Map()
  const people = await user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(people.map(({ id, name }) => [id, name]))
}

function toLogEntry({ id, at, kind, details, ...people }: AuditEntry, names: Names): AuditLogEntry {
  return {
    id,
    at: at.toISOString(),
    kind,
    actor: toLoggedPerson(people.actorId, people.actorEmail, names),
    subject: toLoggedPerson(people.subjectId, people.subjectEmail, names),
    details: JSON.parse(details),
  }
}

function toLoggedPerson(id: string | null, email: string | null, names: Names): LoggedPerson | null {
  return id === null || email === null ? null : { id, email, name: names.get(id) ?? null }
}
