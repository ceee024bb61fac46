import { v7 as newId } from 'uuid'
import type { Clock } from '#server/clock.ts'
import type { Database, ReadClient, Statements, Transaction } from '#server/database/database.ts'
import { AppError } from '#server/errors.ts'
import { displayName } from '#shared/account.ts'
import type { ListSearch } from '#shared/estimates/estimate-list.ts'
import { type SavedView, savedViewLimits } from '#shared/estimates/saved-views.ts'
import { isAllowed } from '#shared/permissions.ts'

type Person = { readonly id: string; readonly role: string }

type WriteDeps = {
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly user: Person
}

type NewView = { readonly name: string; readonly shared: boolean; readonly search: ListSearch }
type ViewChange = { readonly id: string } & { readonly [Field in keyof NewView]?: NewView[Field] | undefined }

/** This is far more than a company has, and bounds the response. */
const maxListed = 1_000

const viewSelect = {
  id: true,
  ownerId: true,
  name: true,
  shared: true,
  search: true,
  owner: { select: { email: true, name: true } },
} as const

type ViewRow = Omit<SavedView, 'search' | 'owner' | 'mayChange'> & {
  readonly ownerId: string
  readonly search: string
  readonly owner: { readonly email: string; readonly name: string | null }
}

const byName = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })

/** Lists the user's own views and those of colleagues who share them, by name. */
export async function listSavedViews({ savedView }: Pick<ReadClient, 'savedView'>, user: Person): Promise<SavedView[]> {
  const rows = await savedView.findMany({
    where: { OR: [{ ownerId: user.id }, { shared: true }] },
    orderBy: { id: 'asc' },
    take: maxListed,
    select: viewSelect,
  })
  return rows.map((row) => toSavedView(row, user)).toSorted((a, b) => byName.compare(a.name, b.name))
}

/** @throws {AppError} `invalid`, at the field `name`: it is taken, or the user has too many views */
export function createView({ database, clock, user }: WriteDeps, view: NewView): Promise<SavedView> {
  const now = clock.now()
  return database.transaction(async (transaction, statements) => {
    await lockViews(statements)
    const { savedView } = transaction
    if ((await savedView.count({ where: { ownerId: user.id } })) >= savedViewLimits.perPerson)
      throw refusedName(`You have ${savedViewLimits.perPerson} views. Delete one to save another.`)
    await assertFreeName(transaction, { ...view, ownerId: user.id })
    const id = newId({ msecs: now.getTime() })
    const { name, shared } = view
    await savedView.create({
      data: { id, ownerId: user.id, name, shared, search: JSON.stringify(view.search), createdAt: now },
    })
    return await readView(transaction, id, user)
  })
}

/**
 * Renames a view, replaces its search, or changes who sees it.
 *
 * @throws {AppError} `not_found`; `forbidden`; `invalid`, at the field `name`: it is taken
 */
export function changeView({ database, user }: WriteDeps, { id, ...changes }: ViewChange): Promise<SavedView> {
  return database.transaction(async (transaction, statements) => {
    await lockViews(statements)
    const row = await findChangeable(transaction, id, user)
    const name = changes.name ?? row.name
    const shared = changes.shared ?? row.shared
    // An administrator would take it away from its owner's colleagues, and not see it any more.
    if (shared !== row.shared && row.ownerId !== user.id)
      throw new AppError('forbidden', 'Only the person who saved a view decides who sees it.')
    await assertFreeName(transaction, { id, ownerId: row.ownerId, name, shared })
    const search = changes.search === undefined ? row.search : JSON.stringify(changes.search)
    await transaction.savedView.updateMany({ where: { id }, data: { name, shared, search } })
    return await readView(transaction, id, user)
  })
}

/** @throws {AppError} `not_found`; `forbidden` */
export function removeView(
  { database, user }: Omit<WriteDeps, 'clock'>,
  { id }: { readonly id: string },
): Promise<{ readonly id: string }> {
  return database.transaction(async (transaction, statements) => {
    await lockViews(statements)
    await findChangeable(transaction, id, user)
    await transaction.savedView.deleteMany({ where: { id } })
    return { id }
  })
}

/** Names are compared and views counted before a write. */
function lockViews({ lock }: Statements): Promise<void> {
  return lock(['saved views'])
}

async function findChangeable({ savedView }: Transaction, id: string, user: Person): Promise<ViewRow> {
  const row = await savedView.findFirst({
    where: { id, OR: [{ ownerId: user.id }, { shared: true }] },
    select: viewSelect,
  })
  if (!row) throw new AppError('not_found', 'There is no such view. It may have been deleted.')
  if (mayChange(row, user)) return row
  throw new AppError('forbidden', 'Only the person who saved this view, or an administrator, can change it.')
}

/** Compares the names that the same people see. */
async function assertFreeName(
  { savedView }: Transaction,
  { id, ownerId, name, shared }: { id?: string; ownerId: string; name: string; shared: boolean },
): Promise<void> {
  const others = await savedView.findMany({
    where: { ...(shared ? { shared } : { ownerId, shared }), ...(id === undefined ? {} : { id: { not: id } }) },
    select: { name: true },
  })
  if (others.some((other) => byName.compare(other.name, name) === 0))
    throw refusedName(`There is already a view with this name${shared ? ' for everyone' : ''}.`)
}

function refusedName(message: string): AppError {
  return new AppError('invalid', message, { fieldErrors: { name: [message] } })
}

async function readView({ savedView }: Transaction, id: string, user: Person): Promise<SavedView> {
  return toSavedView(await savedView.findUniqueOrThrow({ where: { id }, select: viewSelect }), user)
}

function toSavedView({ id, name, shared, search, ownerId, owner }: ViewRow, user: Person): SavedView {
  return {
    id,
    name,
    shared,
    search: JSON.parse(search),
    owner: ownerId === user.id ? null : displayName(owner),
    mayChange: mayChange({ ownerId }, user),
  }
}

function mayChange({ ownerId }: Pick<ViewRow, 'ownerId'>, { id, role }: Person): boolean {
  return ownerId === id || isAllowed(role, 'manageInstallation')
}
