import { withoutUnseenInLine } from '#shared/field-atoms.ts'
import { maxInteger } from '#shared/field-limits.ts'
import { asciiDigits } from '#shared/phone-numbers.ts'

const unit = /\s*(?:sq(?:uare|\.)?\s*f(?:t|eet|oot)|s\.?f|ft\s*(?:2|²|\^2))$/i

/** A comma or point groups only before exactly three digits. */
const groups = /^[1-9]\d{0,2}([,.'’\s])\d{3}(?:\1\d{3})*(?=$|(?!\1)[.,]\d)/
const number = /^(\d+(?:[.,]\d{1,2})?)(k?)$/i

/**
 * Reads a square footage, rounded to the nearest whole number. Empty is null. A range, other words, and a number that
 * people would read differently are NaN.
 */
export function readFootage(text: string): number | null {
  const bare = withoutUnit(text)
  if (bare === '') return null
  const [, digits, thousands] = number.exec(bare.replace(groups, (grouped) => grouped.replace(/\D/g, ''))) ?? []
  if (digits === undefined) return Number.NaN
  const footage = Math.round(Number(digits.replace(',', '.')) * (thousands ? 1000 : 1))
  return footage <= maxInteger ? footage : Number.NaN
}

/** Leaves the number of a square footage as it was written, with ASCII digits and signs. */
export function withoutUnit(text: string): string {
  return asciiDigits(withoutUnseenInLine(text))
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replaceAll('\u066b', '.')
    .replaceAll('\u066c', ',')
    .trim()
    .replace(/[.,]$/, '')
    .replace(unit, '')
}
