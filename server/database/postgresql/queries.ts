import { listedColumns, type QueryDialect } from '../queries.ts'
import { postgresqlExportDetails } from './export-details.ts'
import { postgresqlReport } from './report.ts'

const columns = Object.entries(listedColumns).map(([field, column]) => `${column} AS "${field}"`)

const page = (where: string) => `
  SELECT coalesce(json_agg(estimate), '[]')::text AS page, (SELECT count(*) FROM project_estimates) AS total FROM (
    SELECT ${columns.join(', ')} FROM project_estimates ${where} ORDER BY created_at DESC, id DESC LIMIT $1) AS estimate`

const firstPage = page('')
const laterPage = page('WHERE (created_at, id) < ($2::timestamptz, $3)')

export const postgresqlQueries: QueryDialect = {
  placeholder: '$1',
  page(limit, after) {
    return after ? { sql: laterPage, values: [limit, after.createdAt, after.id] } : { sql: firstPage, values: [limit] }
  },
  report: postgresqlReport,
  exportDetails: postgresqlExportDetails,
}
