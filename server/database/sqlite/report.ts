import { estimateIndexes, type Query } from '#server/database/queries/query.ts'
import { type ReportScope, reportGroupings } from '#server/database/queries/report-query.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'
import { storedInstant } from './statements.ts'

const promisedMs = responseHours * 60 * 60 * 1000

const groups = Object.entries(reportGroupings).map(
  ([name, column]) => `
  '${name}', (SELECT json_group_array(json_object('value', value, 'requests', requests, 'judged', judged, 'inTime', in_time))
    FROM (SELECT CAST(${column} AS TEXT) AS value, sum(requests) AS requests, sum(judged) AS judged, sum(in_time) AS in_time
      FROM kinds GROUP BY ${column}))`,
)

// Without this hint, SQLite would go through all estimates outside quarantine, once per week.
const estimates = `project_estimates INDEXED BY ${estimateIndexes.finding}`

// SQLite has no time zones, so each week is found by its boundaries. Grouping sorts rows, which is faster week by week.
// Ranks are rounded up: the 90th percentile of 11 is the 10th value.
const report = `
  WITH weeks AS MATERIALIZED (
    SELECT spans.key AS week, (
      SELECT json_group_array(json_array(project_type, budget_range, outcome, requests, judged, in_time)) FROM (
        SELECT project_type, budget_range, outcome, count(*) AS requests,
          sum(first_contact_at IS NOT NULL OR due_at < ?) AS judged, sum(coalesce(first_contact_at <= due_at, 0)) AS in_time
        FROM ${estimates}
        WHERE created_at >= spans.value->>0 AND created_at < spans.value->>1 AND quarantined_at IS NULL
        GROUP BY project_type, budget_range, outcome)) AS kinds
    FROM json_each(?) AS spans),
  kinds AS MATERIALIZED (
    SELECT week, kind.value->>0 AS project_type, kind.value->>1 AS budget_range, kind.value->>2 AS outcome,
      kind.value->>3 AS requests, kind.value->>4 AS judged, kind.value->>5 AS in_time
    FROM weeks CROSS JOIN json_each(weeks.kinds) AS kind),
  answers AS MATERIALIZED (
    SELECT max(0, ${promisedMs}
      + CAST(round(1000 * (unixepoch(first_contact_at, 'subsec') - unixepoch(due_at, 'subsec'))) AS INTEGER)) AS ms
    FROM ${estimates}
    WHERE created_at >= ? AND created_at < ? AND quarantined_at IS NULL AND first_contact_at IS NOT NULL AND due_at IS NOT NULL
    ORDER BY ms),
  counted AS MATERIALIZED (SELECT count(*) AS contacted FROM answers)
  SELECT json_object('contacted', contacted,
    'medianMs', (SELECT ms FROM answers LIMIT 1 OFFSET (SELECT contacted + 1 FROM counted) / 2 - 1),
    'percentile90Ms', (SELECT ms FROM answers LIMIT 1 OFFSET (SELECT contacted * 9 + 9 FROM counted) / 10 - 1),
    ${groups.join(',')}) AS report FROM counted`

export function sqliteReport({ boundaries, now }: ReportScope): Query {
  const instants = boundaries.map(storedInstant)
  const weeks = instants.slice(1).map((end, index) => [instants[index], end])
  return { sql: report, values: [storedInstant(now), JSON.stringify(weeks), instants[0], instants.at(-1)] }
}
