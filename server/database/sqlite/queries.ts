import { listedColumns, type QueryDialect } from '../queries.ts'
import { sqliteExportDetails } from './export-details.ts'
import { sqliteReport } from './report.ts'
import { storedInstant } from './statements.ts'

const fields = Object.entries(listedColumns).map(([field, column]) => `'${field}', ${column}`)
const columns = Object.values(listedColumns)

const page = (where: string) => `
  SELECT json_group_array(json_object(${fields.join(', ')})) AS page, (SELECT count(*) FROM project_estimates) AS total FROM (
    SELECT ${columns.join(', ')} FROM project_estimates ${where} ORDER BY created_at DESC, id DESC LIMIT ?)`

const [firstPage, laterPage] = [page(''), page('WHERE created_at <= ? AND (created_at < ? OR id < ?)')]

export const sqliteQueries: QueryDialect = {
  placeholder: '?',
  page(limit, after) {
    if (!after) return { sql: firstPage, values: [limit] }
    const instant = storedInstant(after.createdAt)
    return { sql: laterPage, values: [instant, instant, after.id, limit] }
  },
  report: sqliteReport,
  exportDetails: sqliteExportDetails,
}
