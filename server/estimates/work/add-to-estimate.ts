import type { Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import {
  addEvent,
  type Columns,
  type EstimateChange,
  findEntryKeyUse,
  newEvent,
} from '#server/estimates/timeline/estimate-events.ts'
import type { ContactChannel, EstimateWork } from '#shared/estimates/estimate-work.ts'
import type { WorkDeps } from './change-estimate.ts'
import { erasedEstimate, readWork, readWorkState, type WorkState, wordsLock } from './estimate-work.ts'
import { contactColumns } from './proposals.ts'

// Entries overwrite nothing, so they have no version.
/** With a key, repeats add nothing. */
type EntryPlace = { readonly id: string; readonly entryKey?: string | undefined }

/** @throws {AppError} `not_found`; `conflict`: the key belongs to another entry, or the estimate was erased */
export function addNote(
  deps: WorkDeps,
  { text, ...place }: EntryPlace & { readonly text: string },
): Promise<WorkState> {
  return addEntry(deps, place, { kind: 'note', text })
}

/**
 * The first contact stops the response clock, and moves a new estimate to in progress unless `keepStatus` is set.
 *
 * @throws {AppError} `not_found`; `conflict`: the key belongs to another entry
 */
export function logContact(
  deps: WorkDeps,
  {
    channel,
    note,
    keepStatus = false,
    ...place
  }: EntryPlace & {
    readonly channel: ContactChannel
    readonly note?: string | undefined
    readonly keepStatus?: boolean | undefined
  },
): Promise<WorkState> {
  return addEntry(deps, place, { kind: 'contact', channel, note: note ?? null }, keepStatus)
}

async function addEntry(
  { database, clock, user: actor }: WorkDeps,
  { id, entryKey }: EntryPlace,
  change: EstimateChange & { readonly kind: 'note' | 'contact' },
  keepStatus = true,
): Promise<WorkState> {
  const at = clock.now()
  const event = newEvent({ estimateId: id, actor, at, entryKey, change })
  return await database.transaction(async (transaction, statements) => {
    // Of two equal concurrent entries, one waits here.
    await statements.lock([...(entryKey ? [entryKey] : []), wordsLock(id)])
    const { work } = await readWork(transaction, id)
    if (work.erasedAt) throw erasedEstimate()
    const used = await findEntryKeyUse(transaction, event)
    if (used === 'another') throw usedKey()
    if (used === 'nothing') {
      const columns = firstContactColumns(at, work)
      const begins = change.kind === 'contact' && !keepStatus && (await beginWork(transaction, id, columns))
      if (change.kind === 'contact')
        await transaction.projectEstimate.updateMany({ where: { id, firstContactAt: null }, data: columns })
      await addEvent(transaction, event)
      if (begins) {
        // The update above has locked the row, so this is the version that it made.
        const { work } = await readWork(transaction, id)
        const began = { kind: 'status', from: 'new', to: work.status, contactId: event.id } as const
        const { version } = work
        await addEvent(transaction, newEvent({ estimateId: id, actor, at, place: 1, version, change: began }))
      }
    }
    return await readWorkState(transaction, id)
  })
}

/** On a withdrawn request, the days of the proposal wait until it is resumed. */
function firstContactColumns(at: Date, { withdrawnAt }: EstimateWork): Columns {
  return withdrawnAt === null ? contactColumns(at) : { ...contactColumns(at), proposalDueOn: null }
}

/** @returns whether this was the first contact of a new estimate */
async function beginWork({ projectEstimate }: Transaction, id: string, contact: Columns): Promise<boolean> {
  const { count } = await projectEstimate.updateMany({
    where: { id, status: 'new', firstContactAt: null },
    data: { status: 'in_progress', ...contact, version: { increment: 1 } },
  })
  return count > 0
}

function usedKey(): AppError {
  return new AppError('conflict', 'This was already saved with different text. Send it again to add this version.')
}
