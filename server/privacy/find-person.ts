import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import { noSuchEstimate } from '#server/estimates/work/estimate-work.ts'
import { maxPersonEstimates } from '#shared/erasure.ts'
import { isAllowed } from '#shared/permissions.ts'
import { findMentioningViews, type MentioningView } from './mentioning-views.ts'

const rowSelect = {
  id: true,
  reference: true,
  name: true,
  email: true,
  phone: true,
  projectType: true,
  createdAt: true,
  quarantinedAt: true,
  emailKey: true,
  phoneDigits: true,
  otherPhoneDigits: true,
  nameKey: true,
} as const

type Row = Pick<ProjectEstimate, keyof typeof rowSelect>

type FoundEstimate = Pick<Row, 'id' | 'reference' | 'name' | 'email' | 'phone' | 'projectType' | 'createdAt'> & {
  readonly isSetAside: boolean
  /** `this` is the estimate that was asked for. The same name alone may be another person's. */
  readonly matchedBy: 'this' | 'email and phone' | 'email' | 'phone' | 'name'
  /** It counts the entries of the timeline. */
  readonly entries: number
}

export type FoundPerson = {
  readonly reference: string
  /** The one that was asked for, then the others, newest first; last those with the same name alone. */
  readonly estimates: FoundEstimate[]
  /** It is true for more than are listed at once. */
  readonly hasMore: boolean
  /** The account with the same email address. An account of the staff is not erased with a visitor's data. */
  readonly account: { readonly email: string; readonly isStaff: boolean } | null
  /** The saved views whose name or search may mean this person. */
  readonly views: readonly MentioningView[]
}

/**
 * Finds everything with the same email address, phone number or name, however they were written, quarantined or not.
 *
 * @throws {AppError} `not_found`, also for an estimate that was erased
 */
export async function findPerson({ read }: Pick<Database, 'read'>, id: string): Promise<FoundPerson> {
  const { origin, rows, hasMore } = await readPerson(read, id)
  const entries = await read.estimateEvent.groupBy({
    by: ['estimateId'],
    where: { estimateId: { in: rows.map((row) => row.id) } },
    _count: { _all: true },
  })
  const counts = new Map(entries.map(({ estimateId, _count }) => [estimateId, _count._all]))
  const account = await findAccount(read, origin, rows)
  return {
    reference: origin.reference,
    estimates: rows.map(({ emailKey, phoneDigits, otherPhoneDigits, nameKey, quarantinedAt, ...row }) => ({
      ...row,
      isSetAside: quarantinedAt !== null,
      matchedBy: findMatch(origin, { id: row.id, emailKey, phoneDigits, otherPhoneDigits }),
      entries: counts.get(row.id) ?? 0,
    })),
    hasMore,
    account: account && { email: account.email, isStaff: isAllowed(account.role, 'workEstimates') },
    views: await findMentioningViews(read, origin),
  }
}

/** @throws {AppError} `not_found`, also for an estimate that was erased */
export async function readPerson({ projectEstimate }: Pick<ReadClient, 'projectEstimate'>, id: string) {
  const origin = await projectEstimate.findFirst({ where: { id, erasedAt: null }, select: rowSelect })
  if (!origin) throw noSuchEstimate()
  const numbers = getNumbers(origin)
  // One by one, since each has its index. An empty address, number or name matches none.
  const keys = [
    ...(origin.emailKey === '' ? [] : [{ emailKey: origin.emailKey }]),
    ...(numbers.length === 0 ? [] : [{ phoneDigits: { in: numbers } }, { otherPhoneDigits: { in: numbers } }]),
    ...(origin.nameKey === '' ? [] : [{ nameKey: origin.nameKey }]),
  ]
  const found = new Map<string, Row>()
  for (const key of keys) {
    const rows = await projectEstimate.findMany({
      where: { ...key, erasedAt: null, NOT: { id } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: rowSelect,
      take: maxPersonEstimates,
    })
    for (const row of rows) found.set(row.id, row)
  }
  const byName = (row: Row) => Number(findMatch(origin, row) === 'name')
  const others = [...found.values()].toSorted(
    (a, b) => byName(a) - byName(b) || b.createdAt.getTime() - a.createdAt.getTime(),
  )
  const rows = [origin, ...others.slice(0, maxPersonEstimates - 1)]
  return { origin, rows, hasMore: others.length >= maxPersonEstimates }
}

/** The account whose address is that of one of a person's estimates, in any writing of its mailbox; first the one that was asked for. */
export async function findAccount(
  { user }: Pick<ReadClient, 'user'>,
  origin: Pick<Row, 'email' | 'emailKey'>,
  rows: readonly Pick<Row, 'email' | 'emailKey'>[],
) {
  if (origin.emailKey === '') return null
  const addresses = [origin, ...rows.filter((row) => row.emailKey === origin.emailKey)].map(({ email }) =>
    email.trim().toLowerCase(),
  )
  const accounts = await user.findMany({
    where: { email: { in: [...addresses, origin.emailKey] } },
    select: { id: true, email: true, role: true },
  })
  return accounts.find(({ email }) => email === addresses[0]) ?? accounts[0] ?? null
}

type Keys = Pick<Row, 'id' | 'emailKey' | 'phoneDigits' | 'otherPhoneDigits'>

function getNumbers({ phoneDigits, otherPhoneDigits }: Omit<Keys, 'id' | 'emailKey'>): string[] {
  return [phoneDigits, otherPhoneDigits].filter((number) => number !== null)
}

function findMatch(origin: Keys, row: Keys): FoundEstimate['matchedBy'] {
  if (row.id === origin.id) return 'this'
  const numbers = getNumbers(origin)
  const byEmail = row.emailKey !== '' && row.emailKey === origin.emailKey
  const byPhone = getNumbers(row).some((number) => numbers.includes(number))
  if (byEmail && byPhone) return 'email and phone'
  if (byEmail || byPhone) return byEmail ? 'email' : 'phone'
  return 'name'
}
