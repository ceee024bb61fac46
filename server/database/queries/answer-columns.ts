import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'

export function toColumn(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export const answerColumns = Object.fromEntries(
  estimateFieldNames.map((field) => [field, toColumn(field)]),
) as Readonly<Record<EstimateField, string>>
