import type { Session, User } from '#prisma/generated/sqlite/client.ts'
import { type AdjacentEstimates, adjacentQuery } from './adjacent-estimates.ts'
import { type CountedEstimates, type CountRow, countedEstimates, countsQuery } from './estimate-counts.ts'
import type { EstimateCriteria } from './estimate-criteria.ts'
import { type EstimateList, type ListRow, type ListWanted, listedPage, listQuery } from './estimate-list-query.ts'
import { type ExportedPage, type ExportRow, exportedPage, exportQuery } from './export-query.ts'
import type { Query, QueryDialect } from './query.ts'
import {
  type EarlierEstimates,
  type EarlierRow,
  type EstimateContact,
  earlierEstimates,
  earlierQuery,
} from './related-estimates.ts'
import type { CountedReport, ReportScope } from './report-query.ts'

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
  /** Requests in an order, from the first one on or from behind a position, and how many there are in all. */
  listEstimates(wanted: ListWanted): Promise<EstimateList>
  /** How many requests each of the filters would leave beside the others. */
  countEstimates(criteria: EstimateCriteria, now: Date): Promise<CountedEstimates>
  /** Requests of the same person, made before this one and not set aside: how many there are, and the newest. */
  earlierEstimates(request: EstimateContact, limit: number): Promise<EarlierEstimates>
  /** The requests before and after one in the list of all. */
  neighbours(request: Pick<EstimateContact, 'id' | 'createdAt'>): Promise<AdjacentEstimates>
  /** A session by its id, whatever its state, with its user as of now. */
  findSession(id: string): Promise<SessionState | undefined>
  /** The same for any number of them, in any order; those that are not there are left out. */
  findSessions(ids: readonly string[]): Promise<SessionState[]>
  /** The numbers of a report, in one statement, so that they fit together. */
  report(scope: ReportScope): Promise<CountedReport>
  /** Requests as {@link listEstimates} has them, not counted, with what a file has about them besides. */
  exportEstimates(wanted: Omit<ListWanted, 'counted'>): Promise<ExportedPage>
}

const sessions = `
  SELECT sessions.id, access_digest AS "accessDigest", access_expires_at AS "accessExpiresAt",
    parent_access_digest AS "parentAccessDigest", refreshed_at AS "refreshedAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", users.id AS "userId", email, role, confirmed_at AS "confirmedAt"
  FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id`

type SessionRow = Omit<SessionState, 'user'> & Omit<SessionState['user'], 'id'> & { readonly userId: string }

function sessionState({ userId, email, role, confirmedAt, ...session }: SessionRow): SessionState {
  return { ...session, user: { id: userId, email, role, confirmedAt } }
}

/** The queries of an engine. */
export function queriesOf(run: <Row>(query: Query) => Promise<Row[]>, dialect: QueryDialect): Queries {
  return {
    async listEstimates(wanted) {
      return listedPage(await run<ListRow>(listQuery(dialect, wanted)))
    },
    async countEstimates(criteria, now) {
      return countedEstimates(await run<CountRow>(countsQuery(dialect, criteria, now)))
    },
    async earlierEstimates(request, limit) {
      return earlierEstimates(await run<EarlierRow>(earlierQuery(dialect, request, limit)))
    },
    async neighbours(request) {
      const [row] = await run<AdjacentEstimates>(adjacentQuery(dialect, request))
      return row ?? { newer: null, older: null }
    },
    async findSession(id) {
      const sql = `${sessions} = ${dialect.placeholder(1, 'text')}`
      const [row] = await run<SessionRow>({ sql, values: [id] })
      return row && sessionState(row)
    },
    async findSessions(ids) {
      const sql = `${sessions} IN (${dialect.textsOf(dialect.placeholder(1, 'text'))})`
      const rows = await run<SessionRow>({ sql, values: [JSON.stringify(ids)] })
      return rows.map(sessionState)
    },
    async report(scope) {
      const [row] = await run<{ report: string }>(dialect.report(scope))
      if (!row) throw new Error('The statement of a report has no row')
      return JSON.parse(row.report)
    },
    async exportEstimates(wanted) {
      return exportedPage(await run<ExportRow>(exportQuery(dialect, wanted)))
    },
  }
}
