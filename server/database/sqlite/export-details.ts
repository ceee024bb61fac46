import { exportedColumns } from '#server/database/queries/export-details.ts'

const fields = Object.entries(exportedColumns).map(([field, column]) => `'${field}', ${column}`)

/** See `exportDetails` of QueryDialect. */
export const sqliteExportDetails = (ids: string) => `
  SELECT json_group_array(json_object(${fields.join(', ')}, 'entries', (
    SELECT json_group_array(json_object('at', at, 'by', actor_email, 'kind', kind, 'details', json(details)))
    FROM (SELECT at, actor_email, kind, details FROM estimate_events
      WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact') ORDER BY at, id))))
  FROM project_estimates LEFT JOIN users ON users.id = assignee_id
  WHERE project_estimates.id IN (${ids})`
