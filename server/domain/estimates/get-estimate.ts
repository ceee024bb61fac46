import type { Database } from '#server/database/database.ts'
import { type ListedEstimate, listedColumns } from '#server/database/queries/listed-estimate.ts'
import type { AdjacentEstimates, EarlierEstimates } from '#server/database/queries/related-estimates.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import { listAssignees } from './assignees.ts'
import { noSuchEstimate, type WorkState, workOf, workSelect } from './estimate-work.ts'
import { readTimeline } from './timeline.ts'

/** All that the page of a request shows. */
export type EstimatePage = WorkState &
  AdjacentEstimates & {
    /** As in the list. */
    readonly estimate: ListedEstimate
    /** Who it can be given to. */
    readonly assignees: Assignee[]
    /** What seems to be the same person has asked for before: a hint, since an address or a number may be shared. */
    readonly earlier: EarlierEstimates
  }

/** So many earlier requests are named. */
const maxEarlierEstimates = 10

const listedSelect = Object.fromEntries(Object.keys(listedColumns).map((field) => [field, true])) as Record<
  keyof ListedEstimate,
  true
>

/** Of a row that has more, what the list has. */
function listedOf(row: ListedEstimate): ListedEstimate {
  const fields = Object.keys(listedColumns) as (keyof ListedEstimate)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as ListedEstimate
}

/** What tells whose it is. */
const keysSelect = { emailKey: true, phoneDigits: true } as const

/**
 * One request, all of it.
 *
 * @throws {AppError} `not_found`
 * @throws {DatabaseUnavailable}
 */
export async function getEstimate(
  { read, queries }: Pick<Database, 'read' | 'queries'>,
  id: string,
): Promise<EstimatePage> {
  const row = await read.projectEstimate.findUnique({
    where: { id },
    select: { ...listedSelect, ...workSelect, ...keysSelect },
  })
  if (!row) throw noSuchEstimate()
  // The row comes first: what changes from here on is in the timeline already, and a save from this page is refused.
  const [timeline, assignees, beside, earlier] = await Promise.all([
    readTimeline(read, row),
    listAssignees(read),
    queries.adjacentEstimates(row),
    queries.earlierEstimates(row, maxEarlierEstimates),
  ])
  return { estimate: listedOf(row), work: workOf(row), timeline, assignees, ...beside, earlier }
}
