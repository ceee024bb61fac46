import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

/** The column of a field: its name in snake_case. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** The columns of the visitor's answers. */
export const answerColumns = Object.fromEntries(
  estimateFieldNames.map((field) => [field, columnOf(field)]),
) as Readonly<Record<EstimateField, string>>
