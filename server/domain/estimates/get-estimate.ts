import type { Database, ReadClient } from '#server/database/database.ts'
import { type ListedEstimate, type ListPosition, listedColumns } from '#server/database/queries.ts'
import type { Assignee } from '#shared/estimate-work.ts'
import { listAssignees } from './assignees.ts'
import { noSuchEstimate, type WorkAnswer, workOf, workSelect } from './estimate-work.ts'
import { readTimeline } from './timeline.ts'

/** All that the page of a request shows. */
export type EstimatePage = WorkAnswer & {
  /** As in the list. */
  readonly estimate: ListedEstimate
  /** Who it can be given to. */
  readonly assignees: Assignee[]
  /** The ids of the next newer and the next older request; null at the ends. */
  readonly newer: string | null
  readonly older: string | null
}

const listedSelect = Object.fromEntries(Object.keys(listedColumns).map((field) => [field, true])) as Record<
  keyof ListedEstimate,
  true
>

/**
 * One request, all of it.
 *
 * @throws {AppError} `not_found`
 * @throws {DatabaseUnavailable}
 */
export async function getEstimate({ read }: Pick<Database, 'read'>, id: string): Promise<EstimatePage> {
  const row = await read.projectEstimate.findUnique({ where: { id }, select: { ...listedSelect, ...workSelect } })
  if (!row) throw noSuchEstimate()
  // The row comes first: what changes from here on is in the timeline already, and a save from this page is refused.
  const [timeline, assignees, newer, older] = await Promise.all([
    readTimeline(read, row),
    listAssignees(read),
    neighbour(read, row, 'newer'),
    neighbour(read, row, 'older'),
  ])
  const {
    version,
    outcome,
    outcomeReason,
    assignee,
    followUpOn,
    quarantinedAt,
    quarantineReasons,
    spamAt,
    ...estimate
  } = row
  return { estimate, work: workOf(row), timeline, assignees, newer, older }
}

/** The next request in the order of the list, by time and id. What is set aside is not in the list. */
async function neighbour(
  { projectEstimate }: Pick<ReadClient, 'projectEstimate'>,
  { createdAt, id }: ListPosition,
  side: 'newer' | 'older',
): Promise<string | null> {
  const isNewer = side === 'newer'
  const order = isNewer ? 'asc' : 'desc'
  const found = await projectEstimate.findFirst({
    // The first condition alone is what the index is entered by.
    where: {
      quarantinedAt: null,
      ...(isNewer
        ? { createdAt: { gte: createdAt }, OR: [{ createdAt: { gt: createdAt } }, { id: { gt: id } }] }
        : { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] }),
    },
    orderBy: [{ createdAt: order }, { id: order }],
    select: { id: true },
  })
  return found?.id ?? null
}
