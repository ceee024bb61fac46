/** `phone`: entered by the staff after a call. */
export type EstimateSource = 'website' | 'phone'

/** An unknown source counts as the website. */
export function isPhoneEstimate({ source }: { readonly source: string }): boolean {
  return source === ('phone' satisfies EstimateSource)
}
