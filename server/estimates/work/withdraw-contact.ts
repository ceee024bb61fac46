import { AppError } from '#server/errors.ts'
import { type Columns, readEvents } from '#server/estimates/timeline/estimate-events.ts'
import { type EstimateWork, type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { type PlannedChange, type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { type WorkState, wordsLock } from './estimate-work.ts'
import { contactColumns } from './proposals.ts'

/**
 * Withdraws a contact that its author logged by mistake. The first one that is left becomes the first contact. Without
 * one, the response clock goes on, and an estimate that the contact moved to in progress is new again. A second
 * withdrawal changes nothing.
 *
 * @throws {AppError} like {@link saveChange}; `not_found`: there is no such contact; `forbidden`: a colleague logged it
 */
export function withdrawContact(
  deps: WorkDeps,
  { contactId, ...seen }: Seen & { readonly contactId: string },
): Promise<WorkState> {
  const plan = async (work: EstimateWork, transaction: Parameters<typeof readEvents>[0]) => {
    const events = (await readEvents(transaction, seen.id)).map(({ event }) => event)
    return withdrawal({ events, work }, contactId, deps.user.id)
  }
  // A contact that is logged meanwhile waits, to see whether it is the first one.
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

function withdrawal(
  { events, work }: { readonly events: readonly TimelineEvent[]; readonly work: EstimateWork },
  contactId: string,
  userId: string,
): PlannedChange | undefined {
  const contacts = events.filter((event) => event.kind === 'contact')
  const contact = contacts.find(({ id }) => id === contactId)
  if (!contact) throw new AppError('not_found', 'There is no such contact.')
  if (contact.byId !== userId) throw new AppError('forbidden', 'Only the person who logged a contact can withdraw it.')
  const withdrawn = withdrawnContacts(events)
  if (withdrawn.has(contactId)) return undefined

  const first = contacts.find(({ id }) => id !== contactId && !withdrawn.has(id))
  const lastStatus = events.findLast((event) => event.kind === 'status')
  const isNewAgain = !first && lastStatus?.contactId === contactId && lastStatus.to === work.status
  return {
    columns: {
      ...columnsAfter(first, work),
      ...(isNewAgain ? { status: lastStatus.from } : {}),
    },
    change: { kind: 'withdrawn', contactId, channel: contact.channel },
    also: isNewAgain ? { kind: 'status', from: lastStatus.to, to: lastStatus.from } : undefined,
  }
}

/** A day that was agreed on for the proposal stays, unless nobody contacted the customer. Old requests get none. */
function columnsAfter(first: TimelineEvent | undefined, { proposalPromisedOn, proposalDueOn }: EstimateWork): Columns {
  if (!first) return { firstContactAt: null, proposalPromisedOn: null, proposalDueOn: null }
  const columns = contactColumns(new Date(first.at))
  if (proposalPromisedOn === null) return { firstContactAt: columns.firstContactAt ?? null }
  return proposalDueOn === proposalPromisedOn ? columns : { ...columns, proposalDueOn }
}
