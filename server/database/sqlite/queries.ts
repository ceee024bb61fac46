import { isQuarantined } from '#server/database/queries/estimate-criteria.ts'
import { estimateIndexes, type QueryDialect } from '#server/database/queries/query.ts'
import { searchText } from '#server/database/queries/search-text.ts'
import { sqliteExportDetails } from './export-details.ts'
import { sqliteReport } from './report.ts'
import { storedInstant } from './statements.ts'

/**
 * Up to as many found rows are looked up one by one; with more of them it is quicker to go through the index of the list,
 * which finds the first page early and reads rows side by side.
 */
const fewRows = 2_000

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
  textsOf: (json) => `SELECT value FROM json_each(${json})`,
  // Without statistics SQLite takes every index for one that leaves a handful of rows.
  tableBy: (index) => `project_estimates INDEXED BY ${estimateIndexes[index]}`,
  search: {
    named(condition, bind) {
      const text = searchText(condition, {
        word: (beginning) => `texts : "${beginning}" *`,
        phone: (digits) => `phone : "${digits}" *`,
        and: ' AND ',
        or: ' OR ',
      })
      return [
        `found AS MATERIALIZED (
          SELECT rowid AS number FROM estimate_search WHERE estimate_search MATCH ${bind(text, 'text')})`,
        `few AS MATERIALIZED (SELECT count(*) <= ${fewRows} AS yes FROM (SELECT 1 FROM found LIMIT ${fewRows + 1}))`,
      ]
    },
    ways: (_condition, table) => ({
      always: { from: table, conditions: ['project_estimates.rowid IN found'] },
      ifFew: {
        are: '(SELECT yes FROM few)',
        from: 'found CROSS JOIN project_estimates ON project_estimates.rowid = found.number',
        conditions: [],
      },
    }),
    countSql: `(SELECT count(*) FROM found
      WHERE number NOT IN (SELECT rowid FROM project_estimates WHERE ${isQuarantined}))`,
  },
  report: sqliteReport,
  exportDetails: sqliteExportDetails,
}
