import { type EstimateField, estimateFields, staffFieldNames } from '#shared/estimates/fields.ts'

export type FactName = Exclude<EstimateField, 'name' | 'phone'>

/** Omits name and phone, which appear elsewhere. */
export const factNames = staffFieldNames.filter(
  (name): name is FactName =>
    ['line', 'choice', 'number'].includes(estimateFields[name].kind) && name !== 'name' && name !== 'phone',
)

export function factLabel(name: FactName): string {
  return name === 'projectType' ? 'Type' : estimateFields[name].staffLabel
}
