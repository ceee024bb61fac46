import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { minFormAgeMs, type QuarantineReason, quarantineReasons } from '#shared/estimates/quarantine.ts'
import { formStartedAt } from './form-token.ts'

const dayMs = 24 * 60 * 60 * 1000

/** A draft lives for 30 days, and its token with it. */
const maxFormAgeMs = 31 * dayMs

/** So many requests with one address within a time are still a person's; those beyond are looked at first. */
export const emailLimits = { hour: 10, day: 30 } as const

/** Ends of addresses of sites that nobody's name ends with. Short ones count behind a longer word: `Dr.Ru` is a name. */
const siteEndings = 'com|net|org|info|biz|xyz|online|site|website|store|shop|club|link|click|casino|icu|agency|digital'
const shortEndings = 'ru|cn|io|cc|tk'

// Each part begins with a character of its own and looks back from there: visitors write these texts, and one that looks
// ahead from every letter takes the square of their length.
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

/**
 * Whether a text has an address of a site in it, with or without what such addresses begin with. Takes time in
 * proportion to the length of the text.
 */
export function hasLink(text: string): boolean {
  return link.test(text)
}

/**
 * What is wrong with a request, as far as the request itself says. Nothing of it is proof: the request is stored like any
 * other, and somebody looks at it before anybody gets a mail.
 */
export function screen(
  request: CheckedEstimate,
  { serverKey, receivedAt }: { readonly serverKey: Buffer; readonly receivedAt: Date },
): QuarantineReason[] {
  const { name, formToken, remarks, location, projectDescription = '', specificRequirements = '' } = request
  const reasons: QuarantineReason[] = []
  if (!isEmpty(remarks)) reasons.push('decoy')
  if (hasLink(name)) reasons.push('link-in-name')
  if (isEmpty(formToken)) {
    // A token may get lost on the way, and a customer may link to a picture. Both at once is what bots send.
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

/** Reasons as they are stored; null for none. */
export function storedReasons(reasons: readonly QuarantineReason[]): string | null {
  return reasons.length === 0 ? null : reasons.join(',')
}

/** What {@link storedReasons} made. */
export function readReasons(stored: string | null): QuarantineReason[] {
  const names = stored?.split(',') ?? []
  return quarantineReasons.filter((reason) => names.includes(reason))
}
