import { dayMs } from '#shared/durations.ts'
import type { CheckedEstimate } from '#shared/estimates/estimate-input.ts'
import { minFormAgeMs, type QuarantineReason, quarantineReasons } from '#shared/estimates/quarantine.ts'
import { formStartedAt } from './form-token.ts'

/** Drafts and their tokens live for 30 days. */
const maxFormAgeMs = 31 * dayMs

/** A short ending needs a longer word before it, since `Dr.Ru` is a name. */
const siteEndings = 'com|net|org|info|biz|xyz|online|site|website|store|shop|club|link|click|casino|icu|agency|digital'
const shortEndings = 'ru|cn|io|cc|tk'

// Looking back from a fixed character takes linear time; looking ahead from every letter, quadratic.
const written = [
  String.raw`:\/\/(?<=[a-z][\d+.-]*:\/\/)`,
  String.raw`\bwww\.`,
  String.raw`<a\s|\[url\b`,
  String.raw`\.(?<=[\p{L}\d-]\.)\p{L}{2,}\/\S`,
]
const domain = String.raw`\.(?:(?<=[\p{L}\d-]{2}\.)(?:${siteEndings})|(?<=[\p{L}\d-]{4}\.)(?:${shortEndings}))(?![\p{L}\d-])`
const writtenLink = new RegExp(written.join('|'), 'iu')
const link = new RegExp([...written, domain].join('|'), 'iu')

export function hasLink(text: string): boolean {
  return link.test(text)
}

type ScreenOptions = { readonly serverKey: Buffer; readonly receivedAt: Date }

/** Reasons are no proof, so staff decides. */
export function screen(
  estimate: CheckedEstimate,
  { serverKey, receivedAt }: ScreenOptions,
): { readonly reasons: QuarantineReason[]; readonly formVerified: boolean } {
  const { name, formToken, remarks, location, projectDescription = '', specificRequirements = '' } = estimate
  const token = tokenState(formToken, { serverKey, receivedAt })
  const reasons: QuarantineReason[] = []
  if (!isEmpty(remarks)) reasons.push('decoy')
  // Companies have names such as Acme.io.
  if (token === 'valid' ? writtenLink.test(name) : hasLink(name)) reasons.push('link-in-name')
  // Customers may lose a token or link to a picture; bots do both.
  if (token === 'missing' && [location, projectDescription, specificRequirements].some(hasLink))
    reasons.push('link-in-text')
  if (token === 'bad-token' || token === 'too-fast') reasons.push(token)
  return { reasons, formVerified: token === 'valid' }
}

function tokenState(formToken: unknown, { serverKey, receivedAt }: ScreenOptions) {
  if (isEmpty(formToken)) return 'missing'
  const begunAt = formStartedAt(serverKey, formToken)
  const ageMs = begunAt ? receivedAt.getTime() - begunAt.getTime() : Number.POSITIVE_INFINITY
  if (ageMs > maxFormAgeMs) return 'bad-token'
  return ageMs < minFormAgeMs ? 'too-fast' : 'valid'
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
