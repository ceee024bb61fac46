import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import type { Database, ReadClient } from '#server/database/database.ts'
import { noSuchEstimate } from '#server/estimates/work/estimate-work.ts'
import { maxPersonEstimates } from '#shared/erasure.ts'
import { isAllowed } from '#shared/permissions.ts'

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
} as const

type Row = Pick<ProjectEstimate, keyof typeof rowSelect>

type FoundEstimate = Pick<Row, 'id' | 'reference' | 'name' | 'email' | 'phone' | 'projectType' | 'createdAt'> & {
  readonly isSetAside: boolean
  /** `this` is the estimate that was asked for. */
  readonly matchedBy: 'this' | 'email and phone' | 'email' | 'phone'
  /** The number of entries in its timeline. */
  readonly entries: number
}

export type FoundPerson = {
  readonly reference: string
  /** The one that was asked for, then the others, newest first. */
  readonly estimates: FoundEstimate[]
  /** More than are listed at once. */
  readonly hasMore: boolean
  /** The account with the same email address. An account of the staff is not erased with a visitor's data. */
  readonly account: { readonly email: string; readonly isStaff: boolean } | null
}

/**
 * Finds everything with the same email address or phone number, however they were written, quarantined or not.
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
  const account = await findAccount(read, origin.emailKey)
  return {
    reference: origin.reference,
    estimates: rows.map(({ emailKey, phoneDigits, quarantinedAt, ...row }) => ({
      ...row,
      isSetAside: quarantinedAt !== null,
      matchedBy: findMatch(origin, { id: row.id, emailKey, phoneDigits }),
      entries: counts.get(row.id) ?? 0,
    })),
    hasMore,
    account: account && { email: account.email, isStaff: isAllowed(account.role, 'workEstimates') },
  }
}

/** @throws {AppError} `not_found`, also for an estimate that was erased */
export async function readPerson({ projectEstimate }: Pick<ReadClient, 'projectEstimate'>, id: string) {
  const origin = await projectEstimate.findFirst({ where: { id, erasedAt: null }, select: rowSelect })
  if (!origin) throw noSuchEstimate()
  // One by one, since each has its index. An empty address or number matches none.
  const keys = [
    ...(origin.emailKey === '' ? [] : [{ emailKey: origin.emailKey }]),
    ...(origin.phoneDigits === null ? [] : [{ phoneDigits: origin.phoneDigits }]),
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
  const others = [...found.values()].toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const rows = [origin, ...others.slice(0, maxPersonEstimates - 1)]
  return { origin, rows, hasMore: others.length >= maxPersonEstimates }
}

export async function findAccount({ user }: Pick<ReadClient, 'user'>, emailKey: string) {
  if (emailKey === '') return null
  return await user.findUnique({ where: { email: emailKey }, select: { id: true, email: true, role: true } })
}

type Keys = Pick<Row, 'id' | 'emailKey' | 'phoneDigits'>

function findMatch(origin: Keys, row: Keys): FoundEstimate['matchedBy'] {
  if (row.id === origin.id) return 'this'
  const byEmail = row.emailKey !== '' && row.emailKey === origin.emailKey
  const byPhone = row.phoneDigits !== null && row.phoneDigits === origin.phoneDigits
  if (byEmail && byPhone) return 'email and phone'
  return byEmail ? 'email' : 'phone'
}
