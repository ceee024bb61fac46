import { dayMs } from '#shared/durations.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { minFormAgeMs, type QuarantineReason, quarantineReasons } from '#shared/estimates/quarantine.ts'
import { formStartedAt } from './form-token.ts'

/** Drafts and their tokens live for 30 days. */
const maxFormAgeMs = 31 * dayMs

/** Further estimates per email address are quarantined. */
export const emailLimits = { hour: 10, day: 30 } as const

/** Short ones need a longer word: `Dr.Ru` is a name. */
const siteEndings = 'com|net|org|info|biz|xyz|online|site|website|store|shop|club|link|click|casino|icu|agency|digital'
const shortEndings = 'ru|cn|io|cc|tk'

// Looking back from a fixed character takes linear time; looking ahead from every letter, quadratic.
const link = new RegExp(
  [
    String.raw`:\/\/(?<=[a-z][\d+.-]*:\/\/)`,
    String.raw`\bwww\.`,
    String.raw`<a\s|\[url\b`,
    String.raw`\.(?:(?<=[\p{L}\d-]{2}\.)(?:${siteEndings})|(?<=[\p{L}\d-]{4}\.)(?:${shortEndings}))(?![\p{L}\d-])`,
    String.raw`\.(?<=[\p{L}\d-]\.)\p{L}{2,}\/\S`,
  ].join('|'),
  'iu',
)

export function hasLink(text: string): boolean {
  return link.test(text)
}

/** Reasons are no proof, so staff decides. */
export function screen(
  request: CheckedEstimate,
  { serverKey, receivedAt }: { readonly serverKey: Buffer; readonly receivedAt: Date },
): QuarantineReason[] {
  const { name, formToken, remarks, location, projectDescription = '', specificRequirements = '' } = request
  const reasons: QuarantineReason[] = []
  if (!isEmpty(remarks)) reasons.push('decoy')
  if (hasLink(name)) reasons.push('link-in-name')
  if (isEmpty(formToken)) {
    // Customers may lose a token or link to a picture; bots do both.
    if ([location, projectDescription, specificRequirements].some(hasLink)) reasons.push('link-in-text')
    return reasons
  }
  const begunAt = formStartedAt(serverKey, formToken)
  const ageMs = begunAt ? receivedAt.getTime() - begunAt.getTime() : Number.POSITIVE_INFINITY
  if (ageMs > maxFormAgeMs) reasons.push('bad-token')
  else if (ageMs < minFormAgeMs) reasons.push('too-fast')
  return reasons
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

export function storedReasons(reasons: readonly QuarantineReason[]): string | null {
  return reasons.length === 0 ? null : reasons.join(',')
}

export function readReasons(stored: string | null): QuarantineReason[] {
  const names = stored?.split(',') ?? []
  return quarantineReasons.filter((reason) => names.includes(reason))
}
