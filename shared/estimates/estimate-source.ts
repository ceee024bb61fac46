/** `phone`: entered by the staff after a call. */
export const estimateSources = ['website', 'phone'] as const
export type EstimateSource = (typeof estimateSources)[number]

/** An unknown source counts as the website. */
export function isPhoneEstimate({ source }: { readonly source: string }): boolean {
  return source === ('phone' satisfies EstimateSource)
}
