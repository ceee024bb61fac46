import { startOfNewYorkDay } from '#shared/calendar-days.ts'
import {
  awaitsContactSql,
  followUpDueSql,
  notErased,
  overdueSql,
  proposalDueSql,
  spamSql,
} from './estimate-criteria.ts'
import { type Bind, buildQuery, type Query, type QueryDialect } from './query.ts'
import { isStaffSql } from './staff-sql.ts'

/** Counts end here, so that neglected estimates do not make them slow. */
export const maxDigestCount = 1_000

export type DigestEstimate = {
  readonly id: string
  readonly name: string
  readonly phone: string | null
  readonly projectType: string
  readonly location: string
  readonly urgent: boolean
  readonly dueAt: Date | null
  readonly followUpOn: string | null
  readonly proposalDueOn: string | null
  readonly outcome: string
  readonly assigneeId: string | null
  /** The assignee's name, or without one the address. */
  readonly assignee: string | null
}

type QuarantinedEstimate = Pick<DigestEstimate, 'id' | 'name' | 'projectType' | 'location'> & {
  /** It is in ISO 8601. */
  readonly createdAt: string
}

/** Waits in quarantine, newest first. */
export type Quarantined = DigestSection<QuarantinedEstimate> & {
  /** So many of them came since the digest before. */
  readonly fresh: number
}

type UndeliveredEmail = Pick<DigestEstimate, 'id' | 'name' | 'phone'> & { readonly kind: string }

type DigestVisit = Pick<DigestEstimate, 'id' | 'name' | 'phone' | 'projectType' | 'assigneeId'> & {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly place: string
}

export type DigestSection<Item> = {
  /** It counts up to {@link maxDigestCount}. */
  readonly total: number
  readonly items: readonly Item[]
}

export type Digest = {
  /** Those of the day that the person makes, or that nobody makes yet, in the order of their times. */
  readonly visits: DigestSection<DigestVisit>
  /** The worst comes first. */
  readonly overdue: DigestSection<DigestEstimate>
  /** The soonest due comes first. */
  readonly dueToday: DigestSection<DigestEstimate>
  /** The person's, and unassigned ones, with the longest overdue first. */
  readonly proposals: DigestSection<DigestEstimate>
  /** The person's, and unassigned ones that are not above: first for today, then missed ones, latest first. */
  readonly followUps: DigestSection<DigestEstimate>
  /** These are emails about estimates, with the latest first. */
  readonly undelivered: DigestSection<UndeliveredEmail>
  readonly quarantined: Quarantined
}

export type DigestWanted = {
  readonly userId: string
  readonly now: Date
  /** The day in New York, and its end. */
  readonly day: string
  readonly dayEnd: Date
  /** The time when the digest before had what had failed or been quarantined. */
  readonly previousAt: Date
  /** Each section lists at most so many. */
  readonly limit: number
}

const sections = ['visits', 'overdue', 'dueToday', 'proposals', 'followUps', 'undelivered', 'quarantined'] as const

export type DigestRow = { readonly [Name in (typeof sections)[number]]: string } & {
  readonly [Name in (typeof sections)[number] as `${Name}Total`]: number | bigint
} & { readonly quarantinedFresh: number | bigint }

const estimateColumns = `id, name, phone, project_type AS "projectType", location, urgent, due_at AS "dueAt",
  follow_up_on AS "followUpOn", proposal_due_on AS "proposalDueOn", outcome, assignee_id AS "assigneeId",
  (SELECT coalesce(users.name, users.email) FROM users WHERE users.id = assignee_id) AS "assignee"`
const estimateFields = [
  'id',
  'name',
  'phone',
  'projectType',
  'location',
  'urgent',
  'dueAt',
  'followUpOn',
  'proposalDueOn',
  'outcome',
  'assigneeId',
  'assignee',
] as const

type Part = {
  readonly columns: string
  readonly fields: readonly string[]
  readonly order: string
  from(bind: Bind): string
}

/** Reads parts of indexes, and the rows that are listed. */
export function digestQuery(dialect: QueryDialect, { limit, ...wanted }: DigestWanted): Query {
  const parts = toParts(dialect, wanted)
  return buildQuery(dialect, (bind) => {
    const values = sections.map((name) => {
      const { columns, fields, order, from } = parts[name]
      const items = `SELECT ${columns} ${from(bind)} ORDER BY ${order} LIMIT ${bind(limit, 'number')}`
      const counted = `SELECT 1 ${from(bind)} LIMIT ${maxDigestCount}`
      return `${dialect.jsonRows(items, fields)} AS "${name}",
        (SELECT count(*) FROM (${counted}) AS counted) AS "${name}Total"`
    })
    const fresh = `SELECT 1 ${parts.quarantined.from(bind)}
      AND created_at >= ${bind(wanted.previousAt, 'instant')} LIMIT ${maxDigestCount}`
    return `SELECT ${values.join(', ')}, (SELECT count(*) FROM (${fresh}) AS counted) AS "quarantinedFresh"`
  })
}

function toParts(
  dialect: QueryDialect,
  { userId, now, day, dayEnd, previousAt }: Omit<DigestWanted, 'limit'>,
): Record<(typeof sections)[number], Part> {
  const { estimatesBy } = dialect
  const estimates = { columns: estimateColumns, fields: estimateFields }
  const ofPerson = (bind: Bind) => `(assignee_id IS NULL OR assignee_id = ${bind(userId, 'text')}
    OR assignee_id NOT IN (SELECT id FROM users WHERE ${isStaffSql}))`
  const waiting = `FROM ${estimatesBy('waiting')} WHERE ${spamSql.none}`
  return {
    visits: {
      columns: `project_estimates.id, name, phone, project_type AS "projectType", starts_at AS "startsAt", ends_at AS "endsAt", place,
        visits.assignee_id AS "assigneeId"`,
      fields: ['id', 'name', 'phone', 'projectType', 'startsAt', 'endsAt', 'place', 'assigneeId'],
      order: 'starts_at, visits.id',
      from: (bind) => `FROM visits CROSS JOIN project_estimates
        WHERE project_estimates.id = estimate_id
          AND starts_at >= ${bind(startOfNewYorkDay(day), 'instant')} AND starts_at < ${bind(dayEnd, 'instant')}
          AND done_at IS NULL AND called_off_at IS NULL AND (visits.assignee_id IS NULL OR visits.assignee_id = ${bind(userId, 'text')})
          AND ${spamSql.none} AND ${notErased} AND withdrawn_at IS NULL`,
    },
    overdue: { ...estimates, order: 'due_at, id', from: (bind) => `${waiting} AND ${overdueSql(now, bind)}` },
    dueToday: {
      ...estimates,
      order: 'due_at, id',
      from: (bind) => `${waiting} AND ${awaitsContactSql}
        AND due_at >= ${bind(now, 'instant')} AND due_at < ${bind(dayEnd, 'instant')}`,
    },
    proposals: {
      ...estimates,
      order: 'proposal_due_on, id',
      from: (bind) => `FROM ${estimatesBy('proposal')}
        WHERE ${spamSql.none} AND ${proposalDueSql(day, bind)} AND ${ofPerson(bind)}`,
    },
    followUps: {
      ...estimates,
      order: 'follow_up_on DESC, id DESC',
      from: (bind) => `FROM ${estimatesBy('followUpDay')}
        WHERE ${spamSql.none} AND ${followUpDueSql(dialect, day, dayEnd, bind).join(' AND ')} AND ${ofPerson(bind)}`,
    },
    undelivered: {
      columns: 'project_estimates.id, name, phone, kind',
      fields: ['id', 'name', 'phone', 'kind'],
      order: 'next_attempt_at DESC, outbox_messages.id DESC',
      from: (bind) => `FROM outbox_messages CROSS JOIN project_estimates
        WHERE project_estimates.id = estimate_id AND state = 'failed'
          AND next_attempt_at >= ${bind(previousAt, 'instant')} AND ${notErased}`,
    },
    quarantined: {
      columns: 'id, name, project_type AS "projectType", location, created_at AS "createdAt"',
      fields: ['id', 'name', 'projectType', 'location', 'createdAt'],
      order: 'created_at DESC, id DESC',
      from: (bind) => `FROM ${estimatesBy('quarantined')}
        WHERE ${spamSql.quarantined} AND ${notErased} AND created_at <= ${bind(now, 'instant')}`,
    },
  }
}

type StoredVisit = Omit<DigestVisit, 'startsAt' | 'endsAt'> & { readonly startsAt: string; readonly endsAt: string }

type StoredEstimate = Omit<DigestEstimate, 'dueAt'> & { readonly dueAt: string | null }

export function toDigest([row]: readonly DigestRow[]): Digest {
  const section = <Item>(name: (typeof sections)[number]): DigestSection<Item> => ({
    total: Number(row?.[`${name}Total`] ?? 0),
    items: JSON.parse(row?.[name] ?? '[]'),
  })
  const estimates = (name: 'overdue' | 'dueToday' | 'proposals' | 'followUps'): DigestSection<DigestEstimate> => {
    const { total, items } = section<StoredEstimate>(name)
    return {
      total,
      items: items.map(({ urgent, dueAt, ...item }) => ({
        ...item,
        // SQLite has no booleans.
        urgent: Boolean(urgent),
        dueAt: dueAt === null ? null : new Date(dueAt),
      })),
    }
  }
  const visits = section<StoredVisit>('visits')
  return {
    visits: {
      total: visits.total,
      items: visits.items.map(({ startsAt, endsAt, ...visit }) => ({
        ...visit,
        startsAt: new Date(startsAt),
        endsAt: new Date(endsAt),
      })),
    },
    overdue: estimates('overdue'),
    dueToday: estimates('dueToday'),
    proposals: estimates('proposals'),
    followUps: estimates('followUps'),
    undelivered: section('undelivered'),
    quarantined: { ...section('quarantined'), fresh: Number(row?.quarantinedFresh ?? 0) },
  }
}
