/**
 * What a browser notes on the first page of a visit. What reaches the server may be anything; see
 * server/estimates/submit/first-touch.ts.
 */
export type FirstTouch = {
  /** The tags of the link: utm_source, utm_medium and utm_campaign. */
  readonly source: string | null
  readonly medium: string | null
  readonly campaign: string | null
  /** The host of the page that led there, unless it is this site. */
  readonly referrer: string | null
  /** It is the path of that first page. */
  readonly landing: string
}

/** It stands for a visit without a tag and a referrer. */
export const directSource = 'direct'

/** The lead source of a caller who was not asked. */
export const phoneSource = 'phone'

/** What a caller may answer to "How did you hear about us?". Each is the lead source as it is stored. */
export const heardFromOptions = [
  'recommendation',
  'past customer',
  'internet search',
  'social media',
  'sign or van',
  'advertisement',
] as const

/** The lead source of a caller with another answer whose words are not known. */
export const otherSource = 'other'
