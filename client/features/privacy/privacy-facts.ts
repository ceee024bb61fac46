import { type EstimateField, estimateFieldNames, estimateFields } from '#shared/estimates/fields.ts'

/** When the words on the privacy page were last gone through. To be set with every change to them. */
export const lastUpdated = { date: '2026-11-21', words: 'November 21, 2026' } as const

const otherWords: Partial<Record<EstimateField, string>> = {
  phone: 'phone number, if you give one',
  urgent: 'whether the project is urgent',
}

/** The fields of an estimate, as the form names them. */
export const requestFields = estimateFieldNames.map(
  (name) => otherWords[name] ?? estimateFields[name].label.toLowerCase(),
)
