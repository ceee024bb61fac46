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

export type StoredAnswers = {
  readonly [Field in EstimateField]: StoredAnswer<(typeof estimateFields)[Field]>
}

export function storedAnswers(fields: EstimateFields): StoredAnswers {
  return Object.fromEntries(estimateFieldNames.map((name) => [name, fields[name] ?? null])) as StoredAnswers
}

export function answerText(answers: StoredAnswers, name: EstimateField): string | null {
  const field = estimateFields[name]
  const answer = answers[name]
  if (answer === null) return null
  if (typeof answer === 'boolean') return answer ? 'Yes' : 'No'
  if (typeof answer === 'number') return formatWholeNumber(answer)
  return field.kind === 'choice' ? optionLabel(field.options, answer) : answer
}
