import { estimateIndexes, type QueryDialect } from '../query.ts'
import { searchText } from '../search-text.ts'
import { sqliteExportDetails } from './export-details.ts'
import { sqliteReport } from './report.ts'
import { storedInstant } from './statements.ts'

export const sqliteQueries: QueryDialect = {
  placeholder: () => '?',
  value(value) {
    if (value instanceof Date) return storedInstant(value)
    return typeof value === 'boolean' ? Number(value) : value
  },
  jsonRows(select, names) {
    const fields = names.map((name) => `'${name}', "${name}"`)
    return `(SELECT json_group_array(json_object(${fields.join(', ')})) FROM (${select}))`
  },
  // Without statistics SQLite takes every index for one that leaves a handful of rows.
  tableBy: (index) => `project_estimates INDEXED BY ${estimateIndexes[index]}`,
  isFound(condition, bind) {
    const text = searchText(condition, {
      word: (beginning) => `texts : "${beginning}" *`,
      phone: (digits) => `phone : "${digits}" *`,
      and: ' AND ',
      or: ' OR ',
    })
    return `project_estimates.rowid IN (SELECT rowid FROM estimate_search WHERE estimate_search MATCH ${bind(text, 'text')})`
  },
  report: sqliteReport,
  exportDetails: sqliteExportDetails,
}
