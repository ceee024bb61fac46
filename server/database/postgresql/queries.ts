import type { ValueKind } from '#server/database/queries/estimate-criteria.ts'
import type { QueryDialect } from '#server/database/queries/query.ts'
import { searchText } from '#server/database/queries/search-text.ts'
import { postgresqlExportDetails } from './export-details.ts'
import { postgresqlReport } from './report.ts'

const types: Record<ValueKind, string> = { text: 'text', instant: 'timestamptz', boolean: 'boolean', number: 'integer' }

/** As many characters of a word as the function `estimate_search_words` keeps. */
const maxWordLength = 60

/** A word as `estimate_search_words` writes it, which drops the accents. */
function indexedWord(word: string): string {
  const folded = word.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '')
  return Array.from(folded).slice(0, maxWordLength).join('')
}

export const postgresqlQueries: QueryDialect = {
  placeholder: (position, kind) => `$${position}::${types[kind]}`,
  value: (value) => value,
  jsonRows: (select) => `(SELECT coalesce(json_agg(listed), '[]')::text FROM (${select}) AS listed)`,
  textsOf: (json) => `SELECT json_array_elements_text(${json}::json)`,
  // Its statistics know better.
  tableBy: () => 'project_estimates',
  search: {
    named: () => [],
    ways(condition, table, bind) {
      const text = searchText(condition, {
        word: (beginning) => `'${indexedWord(beginning)}':*`,
        phone: (digits) => `'#${digits}':*`,
        and: ' & ',
        or: ' | ',
      })
      return { always: { from: table, conditions: [`search_words @@ ${bind(text, 'text')}::tsquery`] } }
    },
  },
  report: postgresqlReport,
  exportDetails: postgresqlExportDetails,
}
