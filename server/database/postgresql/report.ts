import type { Query } from '#server/database/queries/query.ts'
import { type ReportScope, reportGroupings } from '#server/database/queries/report-query.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'

const columns = Object.values(reportGroupings).join(', ')

const groups = Object.entries(reportGroupings).map(
  ([name, column]) => `
  '${name}', (SELECT coalesce(json_agg(counted), '[]') FROM (
    SELECT ${column}::text AS value, sum(requests)::integer AS requests, sum(judged)::integer AS judged,
      sum(in_time)::integer AS "inTime"
    FROM kinds GROUP BY ${column}) AS counted)`,
)

// `percentile_disc` uses the nearest rank. `date_part` is exact to the millisecond and much faster than `extract`.
const report = `
  WITH picked AS MATERIALIZED (
    SELECT (width_bucket(created_at, $1::timestamptz[]) - 1)::smallint AS week, project_type, budget_range, outcome,
      first_contact_at IS NOT NULL OR due_at < $4::timestamptz AS judged, first_contact_at <= due_at AS in_time,
      greatest(0, round(date_part('epoch', first_contact_at - due_at) * 1000) + ${responseHours} * 3600000) AS ms,
      first_contact_at IS NOT NULL AS contacted
    FROM project_estimates
    WHERE created_at >= $2::timestamptz AND created_at < $3::timestamptz AND quarantined_at IS NULL),
  kinds AS MATERIALIZED (
    SELECT ${columns}, count(*) AS requests, count(*) FILTER (WHERE judged) AS judged,
      count(*) FILTER (WHERE in_time) AS in_time
    FROM picked GROUP BY ${columns})
  SELECT json_build_object('contacted', count(*),
    'medianMs', percentile_disc(0.5) WITHIN GROUP (ORDER BY ms),
    'percentile90Ms', percentile_disc(0.9) WITHIN GROUP (ORDER BY ms),
    ${groups.join(',')})::text AS report FROM picked WHERE contacted`

export function postgresqlReport({ boundaries, now }: ReportScope): Query {
  const instants = boundaries.map((instant) => instant.toISOString())
  return { sql: report, values: [instants.slice(0, -1), instants[0], instants.at(-1), now.toISOString()] }
}
