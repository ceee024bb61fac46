import { exportQueryColumns } from '#server/database/queries/export-query.ts'
import { type QueryDialect, searchExpression, type ValueKind } from '#server/database/queries/query.ts'
import { postgresqlReport } from './report.ts'

const types: Record<ValueKind, string> = { text: 'text', instant: 'timestamptz', boolean: 'boolean', number: 'integer' }

/** `estimate_search_words` has the same limit. */
const maxWordLength = 60

/** `estimate_search_words` drops accents. */
function indexedWord(word: string): string {
  const folded = word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
  return Array.from(folded).slice(0, maxWordLength).join('')
}

const exportFields = Object.entries(exportQueryColumns).map(([field, column]) => `'${field}', ${column}`)

export const postgresqlQueries: QueryDialect = {
  placeholder: (position, kind) => `$${position}::${types[kind]}`,
  value: (value) => value,
  jsonRows: (select) => `(SELECT coalesce(json_agg(listed), '[]')::text FROM (${select}) AS listed)`,
  jsonTexts: (json) => `SELECT json_array_elements_text(${json}::json)`,
  // PostgreSQL has statistics.
  estimatesBy: () => 'project_estimates',
  search: {
    tables: () => [],
    sources(condition, table, bind) {
      const text = searchExpression(condition, {
        word: (beginning) => `'${indexedWord(beginning)}':*`,
        phone: (digits) => `'#${digits}':*`,
        and: ' & ',
        or: ' | ',
      })
      return { always: { from: table, conditions: [`search_words @@ ${bind(text, 'text')}::tsquery`] } }
    },
  },
  report: postgresqlReport,
  exportDetails: (ids) => `
    SELECT coalesce(json_agg(json_build_object(${exportFields.join(', ')}, 'entries', (
      SELECT coalesce(json_agg(json_build_object('at', at, 'by', actor_email, 'kind', kind, 'details', details::json)
        ORDER BY at, id), '[]')
      FROM estimate_events WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact')))), '[]')::text
    FROM project_estimates LEFT JOIN users ON users.id = assignee_id
    WHERE project_estimates.id IN (${ids})`,
}
