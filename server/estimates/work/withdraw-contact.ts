import { AppError } from '#server/errors.ts'
import { readEvents } from '#server/estimates/timeline/estimate-events.ts'
import { type EstimateWork, type TimelineEvent, withdrawnContacts } from '#shared/estimates/estimate-work.ts'
import { type PlannedChange, type Seen, saveChange, type WorkDeps } from './change-estimate.ts'
import { type WorkState, wordsLock } from './estimate-work.ts'

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
  const plan = async ({ status }: Pick<EstimateWork, 'status'>, transaction: Parameters<typeof readEvents>[0]) => {
    const events = (await readEvents(transaction, seen.id)).map(({ event }) => event)
    return withdrawal({ events, status }, contactId, deps.user.id)
  }
  // A contact that is logged meanwhile waits, to see whether it is the first one.
  return saveChange(deps, seen, plan, wordsLock(seen.id))
}

function withdrawal(
  { events, status }: { readonly events: readonly TimelineEvent[]; readonly status: string },
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
  const isNewAgain = !first && lastStatus?.contactId === contactId && lastStatus.to === status
  return {
    columns: {
      firstContactAt: first ? new Date(first.at) : null,
      ...(isNewAgain ? { status: lastStatus.from } : {}),
    },
    change: { kind: 'withdrawn', contactId, channel: contact.channel },
    also: isNewAgain ? { kind: 'status', from: lastStatus.to, to: lastStatus.from } : undefined,
  }
}
