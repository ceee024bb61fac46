import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import {
  type EstimateList,
  type ListRow,
  type ListWanted,
  listColumns,
  listedPage,
  pageSql,
} from './estimate-list-query.ts'
import { buildQuery, type Query, type QueryDialect } from './query.ts'

/** Instants are ISO texts. */
export type ExportDetails = Pick<
  ProjectEstimate,
  'id' | 'outcome' | 'outcomeReason' | 'followUpOn' | 'utmMedium' | 'utmCampaign' | 'referrerHost' | 'landingPath'
> & {
  readonly dueAt: string | null
  readonly quarantinedAt: string | null
  readonly spamAt: string | null
  /** The name, or without one the address. */
  readonly assignee: string | null
  /** Notes and contacts, oldest first; see shared/estimates/estimate-work.ts. */
  readonly entries: readonly {
    readonly at: string
    readonly by: string | null
    readonly kind: string
    readonly details: Readonly<Record<string, unknown>>
  }[]
}

export const exportQueryColumns = {
  id: 'project_estimates.id',
  outcome: 'outcome',
  outcomeReason: 'outcome_reason',
  followUpOn: 'follow_up_on',
  dueAt: 'due_at',
  quarantinedAt: 'quarantined_at',
  spamAt: 'spam_at',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  referrerHost: 'referrer_host',
  landingPath: 'landing_path',
  assignee: 'coalesce(users.name, users.email)',
} as const satisfies Record<Exclude<keyof ExportDetails, 'entries'>, string>

export type ExportedPage = readonly (EstimateList['rows'][number] & { readonly details: ExportDetails })[]

export type ExportRow = ListRow & { readonly details: string }

/** One statement keeps a page and its details consistent. */
export function exportQuery(dialect: QueryDialect, wanted: Omit<ListWanted, 'counted'>): Query {
  return buildQuery(
    dialect,
    (bind) => `WITH page AS MATERIALIZED (${pageSql(dialect, wanted, bind)})
      SELECT ${dialect.jsonRows('SELECT * FROM page', listColumns)} AS page, 0 AS total,
        (${dialect.exportDetails('SELECT id FROM page')}) AS details`,
  )
}

export function exportedPage(rows: readonly ExportRow[]): ExportedPage {
  const all: ExportDetails[] = JSON.parse(rows[0]?.details ?? '[]')
  const byId = new Map(all.map((details) => [details.id, details]))
  return listedPage(rows).rows.map((row) => {
    const details = byId.get(row.estimate.id)
    if (!details) throw new Error(`The export has no details of estimate ${row.estimate.id}`)
    return { ...row, details }
  })
}
