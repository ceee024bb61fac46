import { exportedColumns } from '#server/database/queries/export-details.ts'

const fields = Object.entries(exportedColumns).map(([field, column]) => `'${field}', ${column}`)

/** See `exportDetails` of QueryDialect. */
export const postgresqlExportDetails = (ids: string) => `
  SELECT coalesce(json_agg(json_build_object(${fields.join(', ')}, 'entries', (
    SELECT coalesce(json_agg(json_build_object('at', at, 'by', actor_email, 'kind', kind, 'details', details::json)
      ORDER BY at, id), '[]')
    FROM estimate_events WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact')))), '[]')::text
  FROM project_estimates LEFT JOIN users ON users.id = assignee_id
  WHERE project_estimates.id IN (${ids})`
