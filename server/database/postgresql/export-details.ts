import { exportedColumns } from '../export-details.ts'
import type { Query } from '../query.ts'

const fields = Object.entries(exportedColumns).map(([field, column]) => `'${field}', ${column}`)

const details = `
  SELECT coalesce(json_agg(json_build_object(${fields.join(', ')}, 'entries', (
    SELECT coalesce(json_agg(json_build_object('at', at, 'by', actor_email, 'kind', kind, 'details', details::json)
      ORDER BY at, id), '[]')
    FROM estimate_events WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact')))), '[]')::text AS details
  FROM project_estimates LEFT JOIN users ON users.id = assignee_id
  WHERE project_estimates.id = ANY($1::text[])`

export function postgresqlExportDetails(ids: readonly string[]): Query {
  return { sql: details, values: [ids] }
}
