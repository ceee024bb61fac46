import { estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import { truncateText, withoutUnseen } from '#shared/field-atoms.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

/** A field for free text, whose length has a limit. */
export type LimitedField = FieldOfKind<'line' | 'email' | 'text'>

/** The share of its limit from which on a text's length is worth a word. */
const shareWorthAWord = 0.9

/**
 * What to say about a text's length: nothing until it comes near its limit. It counts what will be sent, so spaces
 * around the text and unseen characters are free.
 */
export function lengthNotice(field: LimitedField, text: string): { text: string; over: boolean } | undefined {
  const limit = estimateFields[field].limit
  const counted = withoutUnseen(text).trim()
  if (counted.length < limit * shareWorthAWord) return undefined
  if (counted.length <= limit) return { text: `${characters(limit - counted.length)} left`, over: false }
  // A long address is refused, not cut: a cut one belongs to somebody else.
  if (estimateFields[field].kind === 'email')
    return { text: `${characters(counted.length - limit)} too many`, over: true }
  const cut = counted.length - truncateText(counted, limit).length
  return { text: `${characters(cut)} will be cut off`, over: true }
}

function characters(count: number): string {
  return `${formatWholeNumber(count)} ${count === 1 ? 'character' : 'characters'}`
}
