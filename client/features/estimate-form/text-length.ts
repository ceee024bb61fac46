import { estimateFields, type FieldOfKind } from '#shared/estimates/fields.ts'
import { bareAddress, truncateText, withoutUnseen } from '#shared/field-atoms.ts'
import { formatWholeNumber } from '#shared/formatting.ts'

export type LimitedField = FieldOfKind<'line' | 'email' | 'text'>

/** The counter appears from this share of the limit. */
const noticeShare = 0.9

/**
 * Undefined until a text comes near its limit. Counts the text as it is sent: trimmed, and without unseen characters or what
 * is around an address.
 */
export function lengthNotice(field: LimitedField, text: string): { text: string; over: boolean } | undefined {
  const { kind, limit } = estimateFields[field]
  const seen = withoutUnseen(text).trim()
  const counted = kind === 'email' ? bareAddress(seen) : seen
  if (counted.length < limit * noticeShare) return undefined
  if (counted.length <= limit) return { text: `${characters(limit - counted.length)} left`, over: false }
  // A long email address is refused, not cut.
  if (kind === 'email') return { text: `${characters(counted.length - limit)} too many`, over: true }
  const cut = counted.length - truncateText(counted, limit).length
  return { text: `${characters(cut)} will be cut off`, over: true }
}

function characters(count: number): string {
  return `${formatWholeNumber(count)} ${count === 1 ? 'character' : 'characters'}`
}
