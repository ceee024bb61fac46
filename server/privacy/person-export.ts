import { addAuditEntry } from '#server/accounts/audit/add-audit-entry.ts'
import type { Clock } from '#server/clock.ts'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { newTicket, redeemTicket, type TicketDeps } from '#server/estimates/export/single-use-ticket.ts'
import { readPhotoFiles } from '#server/estimates/list/list-photos.ts'
import { type Actor, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { type ReceivedEstimate, readTimeline } from '#server/estimates/timeline/timeline.ts'
import { readProposals } from '#server/estimates/work/written-proposals.ts'
import { type PersonExport, personExportPath, personExportSchema } from '#shared/erasure.ts'
import { findAccount, readPerson } from './find-person.ts'
import { jsonPart, rowSelect, textPart } from './person-export-text.ts'

const purpose = 'person-export-ticket'

/** The link works once, within a minute, in this session, on any process. */
export function createPersonExport(deps: TicketDeps, wanted: PersonExport): { url: string } {
  return { url: `${personExportPath}?${new URLSearchParams({ ticket: newTicket(deps, purpose, wanted) })}` }
}

/**
 * @returns undefined if the ticket is forged, expired, used or from another session
 * @throws {DatabaseUnavailable}
 */
export function redeemPersonTicket(
  deps: TicketDeps & { readonly database: Database },
  ticket: unknown,
): Promise<PersonExport | undefined> {
  return redeemTicket(deps, purpose, personExportSchema, ticket)
}

type ExportDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly user: Actor
}

/**
 * Yields a file with everything about a person, a request at a time. The timelines of the requests and the audit log tell
 * of it first. Our own people are not named in it.
 *
 * @throws {AppError} `not_found`; `conflict` if some of the requests are no longer of this person
 * @throws {DatabaseUnavailable} at any part; then the file is incomplete
 */
export async function* exportPerson(
  { database, clock, user }: ExportDeps,
  { id, estimateIds, format }: PersonExport,
): AsyncGenerator<string> {
  const now = clock.now()
  const { chosen, origin, rows } = await database.transaction(async (transaction) => {
    const person = await readPerson(transaction, id)
    const wanted = new Set(estimateIds)
    const ids = person.rows.map((row) => row.id).filter((found) => wanted.has(found))
    if (ids.length < wanted.size)
      throw new AppError('conflict', 'Some of these requests are not of this person any more. Look again.')
    await note(transaction, user, { ids, format, now })
    return { ...person, chosen: ids }
  })
  const found = await findAccount(database.read, origin, rows)
  const account = found && found.role === 'user' ? await readAccount(database.read, found.id) : null
  const part = format === 'json' ? jsonPart : textPart
  yield part.begin({ exportedAt: now, account })
  for (const [index, estimateId] of chosen.entries()) {
    const row = await database.read.projectEstimate.findUnique({ where: { id: estimateId }, select: rowSelect })
    // The request was erased since the file began.
    if (!row || row.erasedAt) continue
    const timeline = await readTimeline(database.read, row satisfies ReceivedEstimate)
    const proposals = await readProposals(database, estimateId)
    const photos = await readPhotoFiles(database.read, estimateId)
    const visits = await readVisits(database.read, estimateId)
    yield part.request({ row, photos, timeline, visits, proposals: proposals.toReversed() }, index)
  }
  yield part.end
}

async function readVisits({ visit }: Database['read'], estimateId: string) {
  const select = { startsAt: true, endsAt: true, place: true, calledOffAt: true } as const
  return await visit.findMany({ where: { estimateId }, orderBy: { id: 'asc' }, select })
}

async function readAccount({ user }: Database['read'], id: string) {
  return await user.findUnique({ where: { id }, select: { email: true, createdAt: true } })
}

async function note(
  transaction: Transaction,
  actor: Actor,
  { ids, format, now }: { readonly ids: readonly string[]; readonly format: string; readonly now: Date },
): Promise<void> {
  const events = ids.map((estimateId) => newEvent({ estimateId, actor, at: now, change: { kind: 'handed_out' } }))
  await transaction.estimateEvent.createMany({ data: events })
  await addAuditEntry(transaction, {
    kind: 'visitor.exported',
    actor,
    details: { requests: ids.length, format },
    now,
  })
}
