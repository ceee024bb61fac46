import { exportQueryColumns } from '#server/database/queries/export-query.ts'
import { type QueryDialect, searchExpression, type ValueKind } from '#server/database/queries/query.ts'

const types: Record<ValueKind, string> = { text: 'text', instant: 'timestamptz', boolean: 'boolean', number: 'integer' }

const exportFields = Object.entries(exportQueryColumns).map(([field, column]) => `'${field}', ${column}`)

export const postgresqlQueries: QueryDialect = {
  placeholder: (position, kind) => `$${position}::${types[kind]}`,
  value: (value) => value,
  jsonRows: (select) => `(SELECT coalesce(json_agg(listed), '[]')::text FROM (${select}) AS listed)`,
  jsonColumns(columns) {
    const lists = Object.entries(columns).map(([name, column]) => `'${name}', coalesce(json_agg(${column}), '[]')`)
    return `json_build_object(${lists.join(', ')})::text`
  },
  jsonTexts: (json) => `SELECT json_array_elements_text(${json}::json)`,
  records(json, columns) {
    const typed = Object.entries(columns).map(([name, kind]) => `${name} ${types[kind]}`)
    return `(SELECT * FROM json_to_recordset(${json}::json) AS record(${typed.join(', ')}))`
  },
  setJson: (object, field, json) => `(${object}::jsonb || jsonb_build_object('${field}', ${json}::jsonb))::text`,
  jsonText: (object, field) => `${object}::json->>'${field}'`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  // PostgreSQL has statistics, so it needs no hint.
  estimatesBy: () => 'project_estimates',
  msBetween: (from, to) => `round(date_part('epoch', ${to} - ${from}) * 1000)::bigint`,
  matches(condition, bind) {
    const text = searchExpression(condition, {
      word: (beginning) => `'${beginning}':*`,
      wholeWord: (word) => `'${word}'`,
      and: ' & ',
      or: ' | ',
    })
    return `search_words @@ ${bind(text, 'text')}::tsquery`
  },
  exportDetails: (ids) => `
    SELECT coalesce(json_agg(json_build_object(${exportFields.join(', ')}, 'entries', (
      SELECT coalesce(json_agg(json_build_object('at', at, 'by', coalesce(actor_name, actor_email), 'kind', kind, 'details', details::json)
        ORDER BY at, id), '[]')
      FROM estimate_events WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact', 'withdrawn')))), '[]')::text
    FROM project_estimates LEFT JOIN users ON users.id = assignee_id
    WHERE project_estimates.id IN (${ids})`,
}
