import type { ProjectEstimate, Session, User } from '#prisma/generated/sqlite/client.ts'
import type { ExportDetails } from './export-details.ts'
import type { CountedReport, ReportScope } from './report.ts'

/** What the staff sees of a request, and the columns that it is kept in. */
export const listedColumns = {
  id: 'id',
  reference: 'reference',
  name: 'name',
  email: 'email',
  phone: 'phone',
  projectType: 'project_type',
  projectDescription: 'project_description',
  location: 'location',
  timeline: 'timeline',
  budgetRange: 'budget_range',
  squareFootage: 'square_footage',
  propertyType: 'property_type',
  specificRequirements: 'specific_requirements',
  urgent: 'urgent',
  status: 'status',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

/** A request as the staff's list has it. */
export type ListedEstimate = Pick<ProjectEstimate, keyof typeof listedColumns>

/** The last request of a page, after which the next one begins. */
export type ListPosition = Pick<ProjectEstimate, 'createdAt' | 'id'>

/** What says whether a request's session is good, and whose it is. */
export type SessionState = Pick<
  Session,
  'id' | 'accessDigest' | 'accessExpiresAt' | 'parentAccessDigest' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
> & { readonly user: Pick<User, 'id' | 'email' | 'role' | 'confirmedAt'> }

/**
 * Reading statements that are written by hand: every look at the staff area needs them, and the query builder takes
 * several times as long.
 */
export type Queries = {
  /** Requests, newest first, from the first one on or from behind a position, and how many there are in all. */
  listEstimates(limit: number, after?: ListPosition): Promise<{ estimates: ListedEstimate[]; total: number }>
  /** A session by its id, whatever its state, with its user as of now. */
  findSession(id: string): Promise<SessionState | undefined>
  /** The numbers of a report, in one statement, so that they fit together. */
  report(scope: ReportScope): Promise<CountedReport>
  /** What a file has about these requests, in any order and without those that are not there any more. */
  exportDetails(ids: readonly string[]): Promise<ExportDetails[]>
}

/** A statement with its values. */
export type Query = { readonly sql: string; readonly values: readonly unknown[] }

/** What differs between the engines. */
export type QueryDialect = {
  /** What stands for the only value of a statement. */
  readonly placeholder: string
  /**
   * One row: `page` as a text, a JSON list of objects, which is read much faster than columns of rows, and `total`,
   * counted through the smallest index.
   */
  page(limit: number, after: ListPosition | undefined): Query
  /** One row: `report` as a text, a JSON object. */
  report(scope: ReportScope): Query
  /** One row: `details` as a text, a JSON list. */
  exportDetails(ids: readonly string[]): Query
}

const sessionById = `
  SELECT sessions.id, access_digest AS "accessDigest", access_expires_at AS "accessExpiresAt",
    parent_access_digest AS "parentAccessDigest", refreshed_at AS "refreshedAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", users.id AS "userId", email, role, confirmed_at AS "confirmedAt"
  FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id = `

type SessionRow = Omit<SessionState, 'user'> & Omit<SessionState['user'], 'id'> & { readonly userId: string }
type PageRow = Omit<ListedEstimate, 'urgent' | 'createdAt' | 'firstContactAt'> & {
  readonly urgent: unknown
  readonly createdAt: string
  readonly firstContactAt: string | null
}

/** The queries of an engine. */
export function queriesOf(run: <Row>(query: Query) => Promise<Row[]>, dialect: QueryDialect): Queries {
  return {
    async listEstimates(limit, after) {
      const [row] = await run<{ page: string; total: number | bigint }>(dialect.page(limit, after))
      const page: PageRow[] = JSON.parse(row?.page ?? '[]')
      return {
        estimates: page.map((one) => ({
          ...one,
          urgent: Boolean(one.urgent),
          createdAt: new Date(one.createdAt),
          firstContactAt: one.firstContactAt === null ? null : new Date(one.firstContactAt),
        })),
        total: Number(row?.total),
      }
    },
    async findSession(id) {
      const [row] = await run<SessionRow>({ sql: sessionById + dialect.placeholder, values: [id] })
      if (!row) return undefined
      const { userId, email, role, confirmedAt, ...session } = row
      return { ...session, user: { id: userId, email, role, confirmedAt } }
    },
    async report(scope) {
      const [row] = await run<{ report: string }>(dialect.report(scope))
      if (!row) throw new Error('The statement of a report has no row')
      return JSON.parse(row.report)
    },
    async exportDetails(ids) {
      const [row] = await run<{ details: string }>(dialect.exportDetails(ids))
      return JSON.parse(row?.details ?? '[]')
    },
  }
}
