import type { EstimateFormValues } from '#client/lib/estimate-values.ts'
import { readFootage, withoutUnit } from '#client/lib/footage.ts'
import { estimateFields } from '#shared/estimates/fields.ts'
import { truncateText, withoutUnseen, withoutUnseenInLine } from '#shared/field-atoms.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

/** Says what becomes of a square footage, unless that is plain. */
export function footageHint(written: string): string | undefined {
  const footage = readFootage(written)
  if (footage === null) return undefined
  if (Number.isNaN(footage)) return 'We could not read this as one number, so we will pass it on as you wrote it.'
  const number = formatWholeNumber(footage)
  if ([number, String(footage)].includes(withoutUnit(written))) return undefined
  return `We read this as ${number} ${estimateFields.squareFootage.unit}.`
}

/** Puts a square footage that cannot be read at the end of a text, so that it stops no request. */
export function withFootageNote(values: EstimateFormValues): EstimateFormValues {
  if (!Number.isNaN(readFootage(values.squareFootage))) return values
  const note = `Square footage, as written: ${withoutUnseenInLine(values.squareFootage).trim()}`
  for (const field of ['projectDescription', 'specificRequirements'] as const) {
    const text = `${withoutUnseen(values[field]).trim()}\n${note}`
    if (text.trim().length <= estimateFields[field].limit) return { ...values, squareFootage: '', [field]: text }
  }
  // Both texts are full, so the note takes the place of the last words.
  const room = Math.max(0, estimateFields.specificRequirements.limit - note.length - 1)
  const requirements = truncateText(withoutUnseen(values.specificRequirements).trim(), room)
  return { ...values, squareFootage: '', specificRequirements: `${requirements}\n${note}` }
}
