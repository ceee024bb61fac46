import { responseHours } from '#shared/response-clock.ts'
import type { Query } from '../query.ts'
import { type ReportScope, reportGroupings } from '../report.ts'
import { storedInstant } from './statements.ts'

const promisedMs = responseHours * 60 * 60 * 1000

const counts = 'count(*) AS requests, sum(judged) AS judged, sum(in_time) AS in_time'

const groups = Object.entries(reportGroupings).map(
  ([name, column]) => `
  '${name}', (SELECT json_group_array(json_object('value', value, 'requests', requests, 'judged', judged, 'inTime', in_time))
    FROM (SELECT CAST(${column} AS TEXT) AS value, sum(requests) AS requests, sum(judged) AS judged, sum(in_time) AS in_time
      FROM ${column === 'week' ? 'weeks' : 'kinds'} GROUP BY ${column}))`,
)

// Each week is looked up in the index by its boundaries: SQLite knows no time zones. Ranks are rounded up in whole
// numbers: 9 of 10 for the 90th percentile of 10, 10 of 11. Each grouping sorts
// its rows, so there are few kinds first, and types, budgets and outcomes are counted out of these.
const report = `
  WITH picked AS MATERIALIZED (
    SELECT spans.key AS week, project_type, budget_range, outcome,
      first_contact_at IS NOT NULL OR due_at < ? AS judged, coalesce(first_contact_at <= due_at, 0) AS in_time,
      max(0, ${promisedMs} + CAST(round(1000 * (unixepoch(first_contact_at, 'subsec') - unixepoch(due_at, 'subsec'))) AS INTEGER)) AS ms
    FROM json_each(?) AS spans CROSS JOIN project_estimates
      ON created_at >= spans.value->>0 AND created_at < spans.value->>1
    WHERE quarantined_at IS NULL),
  weeks AS (SELECT week, ${counts} FROM picked GROUP BY week),
  kinds AS MATERIALIZED (
    SELECT project_type, budget_range, outcome, ${counts} FROM picked GROUP BY project_type, budget_range, outcome),
  answers AS MATERIALIZED (SELECT ms FROM picked WHERE ms IS NOT NULL ORDER BY ms),
  counted AS MATERIALIZED (SELECT count(*) AS contacted FROM answers)
  SELECT json_object('contacted', contacted,
    'medianMs', (SELECT ms FROM answers LIMIT 1 OFFSET (SELECT contacted + 1 FROM counted) / 2 - 1),
    'percentile90Ms', (SELECT ms FROM answers LIMIT 1 OFFSET (SELECT contacted * 9 + 9 FROM counted) / 10 - 1),
    ${groups.join(',')}) AS report FROM counted`

export function sqliteReport({ boundaries, now }: ReportScope): Query {
  const instants = boundaries.map(storedInstant)
  const weeks = instants.slice(1).map((end, index) => [instants[index], end])
  return { sql: report, values: [storedInstant(now), JSON.stringify(weeks)] }
}
