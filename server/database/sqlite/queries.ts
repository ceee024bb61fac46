import { exportQueryColumns } from '#server/database/queries/export-query.ts'
import {
  type EstimateIndex,
  estimateIndexes,
  type QueryDialect,
  searchExpression,
} from '#server/database/queries/query.ts'

const exportFields = Object.entries(exportQueryColumns).map(([field, column]) => `'${field}', ${column}`)

// Without statistics, SQLite assumes that every index leaves few rows.
function estimatesBy(index: EstimateIndex): string {
  return `project_estimates INDEXED BY ${estimateIndexes[index]}`
}

/** Prisma's adapter uses the same form, so that all rows sort alike. */
export function storedInstant(instant: Date): string {
  return instant.toISOString().replace('Z', '+00:00')
}

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
  jsonColumns(columns) {
    const lists = Object.entries(columns).map(([name, column]) => `'${name}', json_group_array(${column})`)
    return `json_object(${lists.join(', ')})`
  },
  jsonTexts: (json) => `SELECT value FROM json_each(${json})`,
  records(json, columns) {
    const values = Object.keys(columns).map((name) => `value->>'${name}' AS ${name}`)
    return `(SELECT ${values.join(', ')} FROM json_each(${json}))`
  },
  setJson: (object, field, json) => `json_set(${object}, '$.${field}', json(${json}))`,
  jsonText: (object, field) => `${object}->>'${field}'`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  estimatesBy,
  msBetween: (from, to) => `CAST(round(1000 * (unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec'))) AS INTEGER)`,
  matches(condition, bind) {
    const text = searchExpression(condition, {
      word: (beginning) => `"${beginning}" *`,
      wholeWord: (word) => `"${word}"`,
      and: ' AND ',
      or: ' OR ',
    })
    return `project_estimates.rowid IN (
      SELECT rowid FROM estimate_search WHERE estimate_search MATCH ${bind(text, 'text')})`
  },
  exportDetails: (ids) => `
    SELECT json_group_array(json_object(${exportFields.join(', ')}, 'entries', (
      SELECT json_group_array(json_object('at', at, 'by', coalesce(actor_name, actor_email), 'kind', kind, 'details', json(details)))
      FROM (SELECT at, actor_email, actor_name, kind, details FROM estimate_events
        WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact', 'withdrawn') ORDER BY at, id))))
    FROM project_estimates LEFT JOIN users ON users.id = assignee_id
    WHERE project_estimates.id IN (${ids})`,
}
