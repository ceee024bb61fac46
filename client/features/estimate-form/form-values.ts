import * as z from 'zod/mini'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { type EstimateField, estimateFieldNames, estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import { withoutUnseen, withoutUnseenInLine } from '#shared/field-atoms.ts'

/** Holds texts as typed; a choice that is not made is empty. */
export type EstimateFormValues = { [Field in EstimateField]: Field extends FieldOfKind<'flag'> ? boolean : string }

export const emptyForm = Object.fromEntries(
  estimateFieldNames.map((field) => [field, estimateFields[field].kind === 'flag' ? false : '']),
) as Readonly<EstimateFormValues>

/** Applies the server's rules to what the form holds. The output is trimmed and cut to the limits. */
export const estimateFormSchema = z.pipe(
  z.transform((values: EstimateFormValues) =>
    Object.fromEntries(estimateFieldNames.map((field) => [field, toCandidate(field, values[field])])),
  ),
  estimateInputSchema,
)

/** Follows the order of the page. */
export function firstWrongField(errors: Partial<Record<string, unknown>>): EstimateField | undefined {
  return estimateFieldNames.find((field) => errors[field])
}

function toCandidate(field: EstimateField, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value
  switch (estimateFields[field].kind) {
    case 'text':
      return withoutUnseen(value)
    case 'choice':
      return value || undefined
    case 'number':
      return toWholeNumber(value)
    default:
      return withoutUnseenInLine(value)
  }
}

/** `1200`, `1,200`, `1200.7` and `1 200 sq ft` are 1200. Empty is null. Other text is NaN, which the schema refuses. */
function toWholeNumber(text: string): number | null {
  const bare = withoutUnseenInLine(text)
    .trim()
    .replace(/\s*(sq\.?\s*ft\.?|square\s+feet|sf)$/i, '')
  if (bare === '') return null
  const [, digits] = /^(\d+)(?:\.\d*)?$/.exec(bare.replace(/[,\s]/g, '')) ?? []
  return digits === undefined ? Number.NaN : Number(digits)
}
