import { isQuarantined } from '#server/database/queries/estimate-criteria.ts'
import { exportQueryColumns } from '#server/database/queries/export-query.ts'
import { estimateIndexes, type QueryDialect, searchExpression } from '#server/database/queries/query.ts'
import { sqliteReport } from './report.ts'
import { storedValue } from './statements.ts'

/** With more matches, the list's index finds the first page earlier and reads neighboring rows. */
const maxFewRows = 2_000

const exportFields = Object.entries(exportQueryColumns).map(([field, column]) => `'${field}', ${column}`)

export const sqliteQueries: QueryDialect = {
  placeholder: () => '?',
  value: storedValue,
  jsonRows(select, names) {
    const fields = names.map((name) => `'${name}', "${name}"`)
    return `(SELECT json_group_array(json_object(${fields.join(', ')})) FROM (${select}))`
  },
  jsonTexts: (json) => `SELECT value FROM json_each(${json})`,
  // Without statistics, SQLite assumes that every index leaves few rows.
  estimatesBy: (index) => `project_estimates INDEXED BY ${estimateIndexes[index]}`,
  search: {
    tables(condition, bind) {
      const text = searchExpression(condition, {
        word: (beginning) => `texts : "${beginning}" *`,
        phone: (digits) => `phone : "${digits}" *`,
        and: ' AND ',
        or: ' OR ',
      })
      return [
        `found AS MATERIALIZED (
          SELECT rowid AS number FROM estimate_search WHERE estimate_search MATCH ${bind(text, 'text')})`,
        `few AS MATERIALIZED (SELECT count(*) <= ${maxFewRows} AS yes FROM (SELECT 1 FROM found LIMIT ${maxFewRows + 1}))`,
      ]
    },
    sources: (_condition, table) => ({
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
  exportDetails: (ids) => `
    SELECT json_group_array(json_object(${exportFields.join(', ')}, 'entries', (
      SELECT json_group_array(json_object('at', at, 'by', actor_email, 'kind', kind, 'details', json(details)))
      FROM (SELECT at, actor_email, kind, details FROM estimate_events
        WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact') ORDER BY at, id))))
    FROM project_estimates LEFT JOIN users ON users.id = assignee_id
    WHERE project_estimates.id IN (${ids})`,
}
