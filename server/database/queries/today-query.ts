import type { ProjectEstimate } from '#prisma/generated/sqlite/client.ts'
import {
  maxFailedEmails,
  maxTodayCount,
  maxTodaySummary,
  type TodaySection,
  todaySections,
} from '#shared/estimates/today.ts'
import {
  awaitsContactSql,
  followUpDueSql,
  noProposalDueSql,
  notDueSql,
  notErased,
  overdueSql,
  proposalDueSql,
  spamSql,
} from './estimate-criteria.ts'
import { proposalColumns } from './estimate-list-query.ts'
import { type Bind, buildQuery, type EstimateIndex, type Query, type QueryDialect } from './query.ts'

export type TodayWanted = {
  readonly userId: string
  readonly now: Date
  /** Estimates that became overdue before this are shown as older. */
  readonly olderBefore: Date
  /** Estimates that await a contact and are due before this are shown as due. */
  readonly dueBefore: Date
  /** It is the day in New York. */
  readonly today: string
  /** Proposals that are due on this day or before are shown as due. */
  readonly proposalsUntil: string
  readonly failedSince: Date
  /** The number of rows of each section. It is 0 for the numbers alone. */
  readonly limit: number
}

const columns = {
  id: 'id',
  reference: 'reference',
  name: 'name',
  email: 'email',
  phone: 'phone',
  bestTime: 'best_time',
  projectType: 'project_type',
  location: 'location',
  budgetRange: 'budget_range',
  urgent: 'urgent',
  status: 'status',
  outcome: 'outcome',
  createdAt: 'created_at',
  firstContactAt: 'first_contact_at',
  dueAt: 'due_at',
  withdrawnAt: 'withdrawn_at',
  followUpOn: 'follow_up_on',
  ...proposalColumns,
  assigneeId: 'assignee_id',
  version: 'version',
} as const satisfies Partial<Record<keyof ProjectEstimate, string>>

/** Instants are ISO 8601. */
export type TodayRow = Omit<
  Pick<ProjectEstimate, keyof typeof columns>,
  'createdAt' | 'firstContactAt' | 'dueAt' | 'withdrawnAt' | 'proposalSentAt' | 'proposalCents'
> & {
  readonly createdAt: string
  readonly firstContactAt: string | null
  readonly dueAt: string | null
  readonly withdrawnAt: string | null
  readonly proposalSentAt: string | null
  readonly proposalCents: number | null
  /** The description begins with it. */
  readonly summary: string | null
  readonly assigneeEmail: string | null
  readonly assigneeName: string | null
}

type FailedEmailRow = {
  readonly id: string
  readonly kind: string
  /** It went to this one of several staff inboxes. */
  readonly address: string | null
  readonly lastError: string | null
  /** It is in ISO 8601. */
  readonly failedAt: string
  readonly estimateId: string
  readonly name: string
}

export type TodayRows = {
  readonly sections: Readonly<Record<TodaySection, { readonly total: number; readonly rows: readonly TodayRow[] }>>
  readonly quarantined: number
  readonly failedEmails: { readonly total: number; readonly rows: readonly FailedEmailRow[] }
}

export type TodayResult = Readonly<
  Record<`${TodaySection | 'failed'}_rows`, string> &
    Record<`${TodaySection | 'failed'}_total` | 'quarantined', number | bigint>
>

type SectionSql = {
  readonly index: EstimateIndex
  readonly by: string
  conditions(wanted: TodayWanted, bind: Bind, dialect: QueryDialect): readonly string[]
}

const hasNoFollowUpDue = ({ today }: TodayWanted, bind: Bind) =>
  `(follow_up_on IS NULL OR follow_up_on > ${bind(today, 'text')})`

/** Each leaves out what a more urgent one has. */
const sections: Readonly<Record<TodaySection, SectionSql>> = {
  overdue: {
    index: 'waiting',
    by: 'due_at DESC, id DESC',
    conditions: ({ now, olderBefore }, bind) => [overdueSql(now, bind), `due_at >= ${bind(olderBefore, 'instant')}`],
  },
  older: {
    index: 'waiting',
    by: 'due_at DESC, id DESC',
    conditions: ({ olderBefore }, bind) => [overdueSql(olderBefore, bind)],
  },
  due: {
    index: 'waiting',
    by: 'due_at, id',
    conditions: ({ now, dueBefore }, bind) => [
      awaitsContactSql,
      `due_at >= ${bind(now, 'instant')}`,
      `due_at < ${bind(dueBefore, 'instant')}`,
    ],
  },
  proposals: {
    index: 'proposal',
    by: 'proposal_due_on, id',
    conditions: ({ proposalsUntil }, bind) => [proposalDueSql(proposalsUntil, bind)],
  },
  followUps: {
    index: 'followUpDay',
    by: 'follow_up_on, id',
    conditions: ({ today, dueBefore, proposalsUntil }, bind, dialect) => [
      ...followUpDueSql(dialect, today, dueBefore, bind),
      noProposalDueSql(proposalsUntil, bind),
    ],
  },
  unassigned: {
    index: 'unassigned',
    by: 'created_at DESC, id DESC',
    conditions: (wanted, bind, dialect) => [
      "status = 'new'",
      "outcome = 'open'",
      'assignee_id IS NULL',
      notErased,
      notDueSql(dialect, wanted.dueBefore, bind),
      hasNoFollowUpDue(wanted, bind),
      noProposalDueSql(wanted.proposalsUntil, bind),
    ],
  },
  mine: {
    index: 'assigned',
    by: 'created_at DESC, id DESC',
    conditions: (wanted, bind, dialect) => [
      'assignee_id IS NOT NULL',
      `assignee_id = ${bind(wanted.userId, 'text')}`,
      "outcome = 'open'",
      notErased,
      notDueSql(dialect, wanted.dueBefore, bind),
      hasNoFollowUpDue(wanted, bind),
      noProposalDueSql(wanted.proposalsUntil, bind),
    ],
  },
}

const rowNames = [...Object.keys(columns), 'summary', 'assigneeEmail', 'assigneeName']
const selected = [
  ...Object.entries(columns).map(([field, column]) => `${column} AS "${field}"`),
  `substr(project_description, 1, ${maxTodaySummary}) AS "summary"`,
  '(SELECT users.email FROM users WHERE users.id = assignee_id) AS "assigneeEmail"',
  '(SELECT users.name FROM users WHERE users.id = assignee_id) AS "assigneeName"',
].join(', ')

const failedNames = ['id', 'kind', 'address', 'lastError', 'failedAt', 'estimateId', 'name']
const failedSelected = `message.id AS "id", message.kind AS "kind", message.address AS "address", message.last_error AS "lastError",
  message.next_attempt_at AS "failedAt", estimate.id AS "estimateId", estimate.name AS "name"`

/**
 * All sections are in one statement, so that an estimate that moves in the meantime is in one of them. Urgent ones of a
 * section come first.
 */
export function todayQuery(dialect: QueryDialect, wanted: TodayWanted): Query {
  return buildQuery(dialect, (bind) => {
    // It is called once for each place in the text, since it binds values.
    const sectionFrom = (name: TodaySection) => {
      const { index, conditions } = sections[name]
      return `FROM ${dialect.estimatesBy(index)} WHERE ${[spamSql.none, ...conditions(wanted, bind, dialect)].join(' AND ')}`
    }
    // The cross join makes SQLite begin with the few messages.
    const failedFrom = () => `FROM outbox_messages AS message CROSS JOIN project_estimates AS estimate
      WHERE message.state = 'failed' AND message.next_attempt_at >= ${bind(wanted.failedSince, 'instant')}
        AND estimate.id = message.estimate_id AND estimate.quarantined_at IS NULL AND estimate.erased_at IS NULL AND estimate.outcome = 'open'`
    const count = (from: string) => `(SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${maxTodayCount + 1}) AS counted)`
    // Not all indexes have what is urgent, so it is read from the rows, of no more than are counted. Their ids come from the
    // index alone, since PostgreSQL would otherwise read each row that is left out.
    const candidates = wanted.limit === 0 ? 0 : maxTodayCount
    const ofSections = todaySections.map((name) => {
      const { by } = sections[name]
      const first = `SELECT id ${sectionFrom(name)} ORDER BY ${by} LIMIT ${bind(candidates, 'number')}`
      const urgentFirst = `urgent DESC, ${by}`
      const ids = `SELECT id FROM project_estimates WHERE id IN (${first})
        ORDER BY ${urgentFirst} LIMIT ${bind(wanted.limit, 'number')}`
      const section = `SELECT ${selected} FROM project_estimates WHERE id IN (${ids}) ORDER BY ${urgentFirst}`
      return `${dialect.jsonRows(section, rowNames)} AS "${name}_rows", ${count(sectionFrom(name))} AS "${name}_total"`
    })
    const failed = `SELECT ${failedSelected} ${failedFrom()} ORDER BY message.next_attempt_at DESC, message.id DESC
      LIMIT ${bind(Math.min(wanted.limit, maxFailedEmails), 'number')}`
    return `SELECT ${ofSections.join(', ')}, ${dialect.jsonRows(failed, failedNames)} AS "failed_rows", ${count(failedFrom())} AS "failed_total",
      (SELECT count(*) FROM ${dialect.estimatesBy('quarantined')} WHERE ${spamSql.quarantined}) AS "quarantined"`
  })
}

/** @throws {Error} without a row */
export function todayRows([result]: readonly TodayResult[]): TodayRows {
  if (!result) throw new Error('todayQuery returned no row')
  const section = (name: TodaySection) => ({
    total: Number(result[`${name}_total`]),
    // SQLite has no booleans.
    rows: (JSON.parse(result[`${name}_rows`]) as TodayRow[]).map((row) => ({ ...row, urgent: Boolean(row.urgent) })),
  })
  return {
    sections: {
      overdue: section('overdue'),
      older: section('older'),
      due: section('due'),
      proposals: section('proposals'),
      followUps: section('followUps'),
      unassigned: section('unassigned'),
      mine: section('mine'),
    },
    quarantined: Number(result.quarantined),
    failedEmails: { total: Number(result.failed_total), rows: JSON.parse(result.failed_rows) },
  }
}
