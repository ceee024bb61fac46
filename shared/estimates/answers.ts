import { formatWholeNumber } from '#shared/formatting.ts'
import type { EstimateFields } from './estimate-input.ts'
import { type EstimateField, estimateFieldNames, estimateFields } from './fields.ts'
import { optionLabel } from './options.ts'

type StoredAnswer<Row> = Row extends { kind: 'flag' }
  ? boolean
  : Row extends { kind: 'number' }
    ? number | null
    : Row extends { required: object }
      ? string
      : string | null

/** The visitor's answers as their columns hold them. A choice may be one that has no option any more. */
export type StoredAnswers = {
  readonly [Field in EstimateField]: StoredAnswer<(typeof estimateFields)[Field]>
}

/** Checked answers as they are stored: null for an empty one. */
export function storedAnswers(fields: EstimateFields): StoredAnswers {
  return Object.fromEntries(estimateFieldNames.map((name) => [name, fields[name] ?? null])) as StoredAnswers
}

/** An answer with the label of its option, or its number with separators; null where the visitor left it empty. */
export function answerText(answers: StoredAnswers, name: EstimateField): string | null {
  const field = estimateFields[name]
  const answer = answers[name]
  if (answer === null) return null
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'number') return formatWholeNumber(answer)
  return field.kind === 'choice' ? optionLabel(field.options, answer) : answer
}
