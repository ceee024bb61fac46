import { type EstimateField, estimateFieldNames, estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import { withoutUnseen, withoutUnseenInLine } from '#shared/field-atoms.ts'
import { readFootage } from './footage.ts'

/** Holds texts as typed; a choice that is not made is empty. */
export type EstimateFormValues = { [Field in EstimateField]: Field extends FieldOfKind<'flag'> ? boolean : string }

export const emptyForm = Object.fromEntries(
  estimateFieldNames.map((field) => [field, estimateFields[field].kind === 'flag' ? false : '']),
) as Readonly<EstimateFormValues>

/** The input of the server's schemas, by field. An unreadable number is NaN, which they refuse. */
export function valuesToCheck(values: EstimateFormValues): { [field: string]: unknown } {
  return Object.fromEntries(estimateFieldNames.map((field) => [field, toCandidate(field, values[field])]))
}

function toCandidate(field: EstimateField, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  switch (estimateFields[field].kind) {
    case 'text':
      return withoutUnseen(value)
    case 'choice':
      return value || undefined
    case 'number':
      return readFootage(value)
    default:
      return withoutUnseenInLine(value)
  }
}
