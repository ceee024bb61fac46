import type { Session, User } from '#prisma/generated/sqlite/client.ts'
import { type Backlog, type BacklogRow, backlogQuery, toBacklog } from './backlog-query.ts'
import { type Digest, type DigestRow, type DigestWanted, digestQuery, toDigest } from './digest-query.ts'
import { type DueNudge, dueNudgesQuery, type NudgesWanted } from './due-nudges-query.ts'
import type { EstimateCriteria } from './estimate-criteria.ts'
import {
  type CountedEstimates,
  type CountRow,
  countedEstimates,
  countsQuery,
  type EstimateList,
  type ListRow,
  type ListWanted,
  listedPage,
  listQuery,
} from './estimate-list-query.ts'
import { type ExportedPage, type ExportRow, exportedPage, exportQuery } from './export-query.ts'
import { type Intake, type IntakeRow, type IntakeWanted, intakeQuery, toIntake } from './intake-query.ts'
import { type OpenEstimate, type OpenEstimateRow, openEstimates, openEstimatesQuery } from './open-estimates-query.ts'
import type { Query, QueryDialect } from './query.ts'
import {
  type AdjacentEstimates,
  adjacentQuery,
  type EarlierEstimates,
  type EarlierRow,
  type EstimateContact,
  earlierEstimates,
  earlierQuery,
} from './related-estimates.ts'
import { leadSourcesQuery, phoneQuery, type ReportRows, reportQuery } from './report-query.ts'
import {
  type DueForErasure,
  type DueRow,
  dueForErasure,
  type RetentionWanted,
  retentionQuery,
} from './retention-query.ts'
import { type TodayResult, type TodayRows, type TodayWanted, todayQuery, todayRows } from './today-query.ts'

export type SessionState = Pick<
  Session,
  'id' | 'accessDigest' | 'accessExpiresAt' | 'parentAccessDigest' | 'refreshedAt' | 'lastUsedAt' | 'expiresAt'
> & {
  readonly user: Pick<User, 'id' | 'email' | 'name' | 'role' | 'confirmedAt' | 'secondFactorAt'>
  /** The roles that need a second factor; null for none. */
  readonly secondFactorDuty: string | null
}

/** Prisma's query builder is several times slower. */
export type Queries = {
  listEstimates(wanted: ListWanted): Promise<EstimateList>
  countEstimates(criteria: EstimateCriteria, now: Date): Promise<CountedEstimates>
  /** Finds estimates by email address or phone number outside quarantine, newest first. */
  earlierEstimates(estimate: EstimateContact, limit: number): Promise<EarlierEstimates>
  adjacentEstimates(estimate: Pick<EstimateContact, 'id' | 'createdAt'>): Promise<AdjacentEstimates>
  /** Includes expired sessions. */
  findSession(id: string): Promise<SessionState | undefined>
  /** Returns existing sessions in any order. */
  findSessions(ids: readonly string[]): Promise<SessionState[]>
  /** On SQLite, everybody waits while it runs. */
  reportRows(since: Date, before: Date): Promise<ReportRows>
  countPhoneEstimates(since: Date, before: Date): Promise<number>
  /** Finds the lead sources of the newest 10,000 requests, those with most of them first. */
  leadSources(limit: number): Promise<string[]>
  exportEstimates(wanted: Omit<ListWanted, 'counted'>): Promise<ExportedPage>
  today(wanted: TodayWanted): Promise<TodayRows>
  /** Takes a few milliseconds at most. */
  backlog(now: Date): Promise<Backlog>
  intake(wanted: IntakeWanted): Promise<Intake>
  /** Finds nudges that were never queued, in any order. */
  dueNudges(wanted: NudgesWanted): Promise<DueNudge[]>
  digest(wanted: DigestWanted): Promise<Digest>
  /** Finds the open estimates of an assignee, at most `limit`. */
  openEstimates(assigneeId: string, limit: number): Promise<OpenEstimate[]>
  /** Finds what the retention rules erase, oldest first. */
  dueForErasure(wanted: RetentionWanted): Promise<DueForErasure>
  /** Measures the files of an estimate in bytes, by their ids, without reading them. */
  fileSizes(estimateId: string): Promise<ReadonlyMap<string, number>>
}

/** Its value is one of `secondFactorDuties`. */
export const secondFactorDutySetting = 'second-factor-duty'

const sessions = `
  SELECT sessions.id, access_digest AS "accessDigest", access_expires_at AS "accessExpiresAt",
    parent_access_digest AS "parentAccessDigest", refreshed_at AS "refreshedAt", last_used_at AS "lastUsedAt",
    expires_at AS "expiresAt", users.id AS "userId", email, users.name, role, confirmed_at AS "confirmedAt",
    second_factor_at AS "secondFactorAt",
    (SELECT value FROM settings WHERE name = '${secondFactorDutySetting}') AS "secondFactorDuty"
  FROM sessions JOIN users ON users.id = sessions.user_id WHERE sessions.id`

type SessionRow = Omit<SessionState, 'user'> & Omit<SessionState['user'], 'id'> & { readonly userId: string }

function sessionState({
  userId,
  email,
  name,
  role,
  confirmedAt,
  secondFactorAt,
  ...session
}: SessionRow): SessionState {
  return { ...session, user: { id: userId, email, name, role, confirmedAt, secondFactorAt } }
}

export function createQueries(run: <Row>(query: Query) => Promise<Row[]>, dialect: QueryDialect): Queries {
  return {
    async listEstimates(wanted) {
      return listedPage(await run<ListRow>(listQuery(dialect, wanted)))
    },
    async countEstimates(criteria, now) {
      return countedEstimates(await run<CountRow>(countsQuery(dialect, criteria, now)), criteria)
    },
    async earlierEstimates(estimate, limit) {
      return earlierEstimates(await run<EarlierRow>(earlierQuery(dialect, estimate, limit)))
    },
    async adjacentEstimates(estimate) {
      const [row] = await run<AdjacentEstimates>(adjacentQuery(dialect, estimate))
      return row ?? { newer: null, older: null }
    },
    async findSession(id) {
      const sql = `${sessions} = ${dialect.placeholder(1, 'text')}`
      const [row] = await run<SessionRow>({ sql, values: [id] })
      return row && sessionState(row)
    },
    async findSessions(ids) {
      const sql = `${sessions} IN (${dialect.jsonTexts(dialect.placeholder(1, 'text'))})`
      const rows = await run<SessionRow>({ sql, values: [JSON.stringify(ids)] })
      return rows.map(sessionState)
    },
    async reportRows(since, before) {
      const [row] = await run<{ readonly rows: string }>(reportQuery(dialect, since, before))
      return JSON.parse(row?.rows ?? 'null')
    },
    async countPhoneEstimates(since, before) {
      const [row] = await run<{ readonly total: number }>(phoneQuery(dialect, since, before))
      return Number(row?.total)
    },
    async leadSources(limit) {
      const rows = await run<{ readonly source: string }>(leadSourcesQuery(dialect, limit))
      return rows.map(({ source }) => source)
    },
    async exportEstimates(wanted) {
      return exportedPage(await run<ExportRow>(exportQuery(dialect, wanted)))
    },
    async today(wanted) {
      return todayRows(await run<TodayResult>(todayQuery(dialect, wanted)))
    },
    async backlog(now) {
      return toBacklog(await run<BacklogRow>(backlogQuery(dialect, now)))
    },
    async intake(wanted) {
      return toIntake(await run<IntakeRow>(intakeQuery(dialect, wanted)))
    },
    async dueNudges(wanted) {
      return await run<DueNudge>(dueNudgesQuery(dialect, wanted))
    },
    async digest(wanted) {
      return toDigest(await run<DigestRow>(digestQuery(dialect, wanted)))
    },
    async openEstimates(assigneeId, limit) {
      return openEstimates(await run<OpenEstimateRow>(openEstimatesQuery(dialect, assigneeId, limit)))
    },
    async dueForErasure(wanted) {
      return dueForErasure(await run<DueRow>(retentionQuery(dialect, wanted)))
    },
    async fileSizes(estimateId) {
      const sql = `SELECT file_id AS id, length(bytes) AS size FROM file_contents JOIN stored_files ON id = file_id WHERE estimate_id = ${dialect.placeholder(1, 'text')}`
      const rows = await run<{ readonly id: string; readonly size: number | bigint }>({ sql, values: [estimateId] })
      return new Map(rows.map(({ id, size }) => [id, Number(size)]))
    },
  }
}
