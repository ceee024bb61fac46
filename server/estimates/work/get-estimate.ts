import type { Database } from '#server/database/database.ts'
import { type ListedEstimate, listedColumns } from '#server/database/queries/estimate-list-query.ts'
import type { AdjacentEstimates, EarlierEstimates } from '#server/database/queries/related-estimates.ts'
import { estimateItem, type StaffEstimate } from '#server/estimates/list/list-estimates.ts'
import { readPhotoFiles, toPhotos } from '#server/estimates/list/list-photos.ts'
import { type FirstTouchColumns, touchSelect } from '#server/estimates/submit/first-touch.ts'
import { readTimeline } from '#server/estimates/timeline/timeline.ts'
import type { Assignee } from '#shared/estimates/estimate-work.ts'
import type { Photo } from '#shared/estimates/photos.ts'
import { listAssignees } from './assignees.ts'
import { noSuchEstimate, toWork, type WorkState, workSelect } from './estimate-work.ts'

export type EstimatePage = WorkState &
  AdjacentEstimates & {
    readonly estimate: StaffEstimate
    readonly firstTouch: Omit<FirstTouchColumns, 'leadSource'>
    readonly photos: readonly Photo[]
    readonly assignees: Assignee[]
    /** Matches by email address or phone number; either may be shared. */
    readonly earlier: EarlierEstimates
  }

const maxEarlierEstimates = 10

const listedSelect = Object.fromEntries(Object.keys(listedColumns).map((field) => [field, true])) as Record<
  keyof ListedEstimate,
  true
>

function toListed(row: ListedEstimate): ListedEstimate {
  const fields = Object.keys(listedColumns) as (keyof ListedEstimate)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as ListedEstimate
}

const keysSelect = { emailKey: true, phoneDigits: true, otherPhoneDigits: true } as const

/**
 * @throws {AppError} `not_found`
 * @throws {DatabaseUnavailable}
 */
export async function getEstimate(
  { read, queries }: Pick<Database, 'read' | 'queries'>,
  id: string,
): Promise<EstimatePage> {
  const row = await read.projectEstimate.findUnique({
    where: { id },
    select: { ...listedSelect, ...workSelect, ...touchSelect, ...keysSelect },
  })
  if (!row) throw noSuchEstimate()
  const { utmMedium, utmCampaign, referrerHost, landingPath } = row
  // The row is read first, because saving an outdated row is refused.
  const [files, timeline, assignees, beside, earlier] = await Promise.all([
    readPhotoFiles(read, id),
    readTimeline(read, row),
    listAssignees(read),
    queries.adjacentEstimates(row),
    queries.earlierEstimates(row, maxEarlierEstimates),
  ])
  return {
    estimate: estimateItem(toListed(row)),
    firstTouch: { utmMedium, utmCampaign, referrerHost, landingPath },
    photos: toPhotos(files),
    work: toWork(row),
    timeline,
    assignees,
    ...beside,
    earlier,
  }
}
