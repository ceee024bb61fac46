import { v7 as newId } from 'uuid'
import type { Database, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { addEvent, newEvent } from '#server/estimates/timeline/estimate-events.ts'
import { queueVisitMails, type VisitNews } from '#server/mail/messages/visit-mails.ts'
import { isAhead } from '#server/visits/visit-conditions.ts'
import type { EstimateVisit, EstimateWork } from '#shared/estimates/estimate-work.ts'
import { readVisitTimes, type SaveVisit, type SeenVisit, type WantedTimes } from '#shared/estimates/visits.ts'
import { findAssignee } from './assignees.ts'
import { type PlannedChange, saveChange, type WorkDeps } from './change-estimate.ts'
import { readWork, type WorkState, wordsLock } from './estimate-work.ts'
import { contactColumns } from './proposals.ts'

/**
 * Plans the visit of a request, or changes the one that is ahead, and tells the visitor and who makes it. Wake the outbox
 * afterwards.
 *
 * @throws {AppError} like {@link saveChange}; `invalid`, at the field `day`, `from`, `to` or `assigneeId`; `conflict` if the
 *   visit was changed meanwhile, or the request needs none
 */
export function saveVisit(
  deps: WorkDeps,
  { sequence, day, from, to, place, assigneeId, ...seen }: SaveVisit,
): Promise<WorkState> {
  const now = deps.clock.now()
  const times = readVisitTimes({ day, from, to }, now)
  if ('problem' in times) {
    const { field, problem } = times
    throw new AppError('invalid', problem, { fieldErrors: { [field]: [problem] } })
  }
  const { startsAt, endsAt } = times
  const shown = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
  const plan = async (work: EstimateWork, transaction: Transaction): Promise<PlannedChange | undefined> => {
    assertMayBeVisited(work)
    const { visit } = work
    if ((visit?.sequence ?? null) !== sequence) throw changedVisit()
    const assignee = await findAssignee(transaction, assigneeId)
    const columns = { startsAt, endsAt, place, assigneeId }
    if (!visit) {
      const visitId = newId({ msecs: now.getTime() })
      await transaction.visit.create({ data: { ...columns, id: visitId, estimateId: seen.id } })
      await tell(transaction, seen.id, { id: visitId, staff: [assignee.email], losers: [] }, now)
      return { columns: {}, change: { kind: 'visit_planned', ...shown } }
    }
    const hasMoved = visit.startsAt !== shown.startsAt || visit.endsAt !== shown.endsAt
    if (!hasMoved && visit.place === place && visit.assignee?.id === assigneeId) return undefined
    await writeNext(transaction, visit, columns)
    const losers = visit.assignee && visit.assignee.id !== assigneeId ? [visit.assignee.email] : []
    await tell(transaction, seen.id, { id: visit.id, staff: [assignee.email, ...losers], losers }, now)
    return { columns: {}, change: { kind: hasMoved ? 'visit_moved' : 'visit_changed', ...shown } }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

/**
 * Calls off the visit that is ahead. Wake the outbox afterwards.
 *
 * @throws {AppError} like {@link saveChange}; `conflict` if the visit was changed meanwhile
 */
export function callOffVisit(deps: WorkDeps, { sequence, ...seen }: SeenVisit): Promise<WorkState> {
  const now = deps.clock.now()
  const plan = async (work: EstimateWork, transaction: Transaction): Promise<PlannedChange> => {
    const visit = assertAhead(work, sequence)
    await writeNext(transaction, visit, { calledOffAt: now })
    const staff = visit.assignee ? [visit.assignee.email] : []
    await tell(transaction, seen.id, { id: visit.id, staff, losers: [null, ...staff] }, now)
    const { startsAt, endsAt } = visit
    return { columns: {}, change: { kind: 'visit_called_off', startsAt, endsAt } }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

/**
 * Logs that the visit has taken place, as a contact. Like every first contact, it moves a new request to in progress.
 *
 * @throws {AppError} like {@link callOffVisit}
 */
export function completeVisit(deps: WorkDeps, { sequence, ...seen }: SeenVisit): Promise<WorkState> {
  const { clock, user: actor } = deps
  const at = clock.now()
  const plan = async (work: EstimateWork, transaction: Transaction): Promise<PlannedChange> => {
    const { id, startsAt, endsAt } = assertAhead(work, sequence)
    await transaction.visit.updateMany({ where: { id }, data: { doneAt: at } })
    const change = { kind: 'contact', channel: 'visit', note: null } as const
    // The contact comes after the changes of this version.
    const contact = newEvent({ estimateId: seen.id, actor, at, place: 2, change })
    await addEvent(transaction, contact)
    const begins = work.firstContactAt === null && work.status === 'new'
    return {
      columns: {
        ...(work.firstContactAt === null ? contactColumns(at) : {}),
        ...(begins ? { status: 'in_progress' } : {}),
      },
      change: { kind: 'visit_done', startsAt, endsAt },
      ...(begins ? { also: { kind: 'status', from: 'new', to: 'in_progress', contactId: contact.id } } : {}),
    }
  }
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

export type VisitOverlap = { readonly projectType: string; readonly startsAt: string; readonly endsAt: string }

/** Finds the visits of the same person to other customers at the same time. They are a hint, and forbid nothing. */
export async function findOverlaps(
  { database: { read }, clock }: { readonly database: Pick<Database, 'read'>; readonly clock: WorkDeps['clock'] },
  { id, assigneeId, ...wanted }: WantedTimes & { readonly id: string; readonly assigneeId: string },
): Promise<VisitOverlap[]> {
  const times = readVisitTimes(wanted, clock.now())
  if ('problem' in times) return []
  const { startsAt, endsAt } = times
  const visits = await read.visit.findMany({
    where: { assigneeId, startsAt: { lt: endsAt }, endsAt: { gt: startsAt }, estimateId: { not: id }, ...isAhead },
    orderBy: { startsAt: 'asc' },
    take: maxOverlaps,
    select: { startsAt: true, endsAt: true, estimate: { select: { projectType: true } } },
  })
  return visits.map((visit) => ({
    projectType: visit.estimate.projectType,
    startsAt: visit.startsAt.toISOString(),
    endsAt: visit.endsAt.toISOString(),
  }))
}

const maxOverlaps = 3

async function tell(
  transaction: Transaction,
  estimateId: string,
  { id: visitId, ...news }: { readonly id: string } & Pick<VisitNews, 'staff' | 'losers'>,
  now: Date,
): Promise<void> {
  const { received } = await readWork(transaction, estimateId)
  await queueVisitMails(transaction, { visitId, estimateId, ...news, tellsVisitor: received.email !== '', now })
}

async function writeNext(
  { visit }: Transaction,
  { id, sequence }: EstimateVisit,
  columns: NonNullable<Parameters<Transaction['visit']['updateMany']>[0]>['data'],
): Promise<void> {
  await visit.updateMany({ where: { id }, data: { ...columns, sequence: sequence + 1 } })
}

/** @throws {AppError} `conflict` */
function assertMayBeVisited({ quarantine, withdrawnAt, outcome }: EstimateWork): void {
  if (quarantine)
    throw new AppError('conflict', 'This request is possible spam. Press Not spam before you plan a visit.')
  if (withdrawnAt) throw new AppError('conflict', 'The customer has withdrawn this request.')
  if (outcome === 'lost')
    throw new AppError('conflict', 'This request is lost. Set its outcome to open before you plan a visit.')
}

/** @throws {AppError} `conflict` */
function assertAhead({ visit }: EstimateWork, sequence: number): EstimateVisit {
  if (visit?.sequence !== sequence) throw changedVisit()
  return visit
}

function changedVisit(): AppError {
  return new AppError('conflict', 'This visit has been changed in the meantime. Nothing was saved.')
}
