import { exportQueryColumns } from '#server/database/queries/export-query.ts'
import { facetsJoin, maxFewRows } from '#server/database/queries/matching-rows.ts'
import {
  type Bind,
  type QueryDialect,
  type SearchCondition,
  searchExpression,
  type ValueKind,
} from '#server/database/queries/query.ts'
import { hourMs } from '#shared/durations.ts'
import { responseHours } from '#shared/estimates/response-clock.ts'

const types: Record<ValueKind, string> = { text: 'text', instant: 'timestamptz', boolean: 'boolean', number: 'integer' }

/** `estimate_search_words` has the same limit. */
const maxWordLength = 60

/** `estimate_search_words` drops accents. */
function indexedWord(word: string): string {
  const folded = word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
  return Array.from(folded).slice(0, maxWordLength).join('')
}

const exportFields = Object.entries(exportQueryColumns).map(([field, column]) => `'${field}', ${column}`)

function matches(condition: SearchCondition, bind: Bind): string {
  const text = searchExpression(condition, {
    word: (beginning) => `'${indexedWord(beginning)}':*`,
    phone: (digits) => `'#${digits}':*`,
    and: ' & ',
    or: ' | ',
  })
  return `search_words @@ ${bind(text, 'text')}::tsquery`
}

export const postgresqlQueries: QueryDialect = {
  placeholder: (position, kind) => `$${position}::${types[kind]}`,
  value: (value) => value,
  jsonRows: (select) => `(SELECT coalesce(json_agg(listed), '[]')::text FROM (${select}) AS listed)`,
  jsonTexts: (json) => `SELECT json_array_elements_text(${json}::json)`,
  records(json, columns) {
    const typed = Object.entries(columns).map(([name, kind]) => `${name} ${types[kind]}`)
    return `(SELECT * FROM json_to_recordset(${json}::json) AS record(${typed.join(', ')}))`
  },
  // PostgreSQL has statistics.
  estimatesBy: () => 'project_estimates',
  estimatesByFacets: (totals) => facetsJoin(totals, 'project_estimates', 'facet_assignee_id'),
  responseMs: `greatest(0, ${responseHours * hourMs} + round(date_part('epoch', first_contact_at - due_at) * 1000)::bigint)`,
  search: {
    tables: (condition, bind) => [
      // The planner cannot guess how many rows a part of a phone number or a rare word leaves. OFFSET 0 keeps it from
      // planning for the limit, which it would reach by reading all estimates.
      `found AS MATERIALIZED (
        SELECT id AS found_id FROM (
          SELECT id FROM project_estimates WHERE ${matches(condition, bind)} OFFSET 0) AS hits LIMIT ${maxFewRows + 1})`,
      `few AS MATERIALIZED (SELECT count(*) <= ${maxFewRows} AS yes FROM found)`,
    ],
    source: (condition, table, bind) => ({ from: table, conditions: [matches(condition, bind)] }),
    fewRows: {
      are: () => '(SELECT yes FROM few)',
      source: () => ({ from: 'found JOIN project_estimates ON id = found_id', conditions: [] }),
    },
  },
  exportDetails: (ids) => `
    SELECT coalesce(json_agg(json_build_object(${exportFields.join(', ')}, 'entries', (
      SELECT coalesce(json_agg(json_build_object('at', at, 'by', coalesce(actor_name, actor_email), 'kind', kind, 'details', details::json)
        ORDER BY at, id), '[]')
      FROM estimate_events WHERE estimate_id = project_estimates.id AND kind IN ('note', 'contact', 'withdrawn')))), '[]')::text
    FROM project_estimates LEFT JOIN users ON users.id = assignee_id
    WHERE project_estimates.id IN (${ids})`,
}
