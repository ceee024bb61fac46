import * as z from 'zod/mini'
import { type EstimateFormValues, valuesToCheck } from '#client/lib/estimate-values.ts'
import { estimateInputSchema } from '#shared/estimates/estimate-input.ts'
import { type EstimateField, estimateFieldNames } from '#shared/estimates/fields.ts'
import { withFootageNote } from './footage-note.ts'

/** Applies the server's rules to what the form holds. The output is trimmed and cut to the limits. */
export const estimateFormSchema = z.pipe(
  z.transform((values: EstimateFormValues) => valuesToCheck(withFootageNote(values))),
  estimateInputSchema,
)

/** Follows the order of the page. */
export function firstWrongField(errors: Partial<Record<string, unknown>>): EstimateField | undefined {
  return estimateFieldNames.find((field) => errors[field])
}
