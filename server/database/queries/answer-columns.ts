import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export const answerColumns = Object.fromEntries(
  estimateFieldNames.map((field) => [field, columnOf(field)]),
) as Readonly<Record<EstimateField, string>>
