/**
 * `decoy` means a filled-in honeypot, `link-in-text` a link without a form-start token. Nothing gets `many-from-email` any
 * more.
 */
export const quarantineReasons = [
  'decoy',
  'too-fast',
  'bad-token',
  'link-in-name',
  'link-in-text',
  'many-from-email',
  'many-from-network',
  'staff',
] as const

/** The number of estimates that may wait. Beyond it, a suspicious visitor is asked to call. */
export const maxQuarantined = 1_000

/** People need longer for six fields. */
export const minFormAgeMs = 3_000

export type QuarantineReason = (typeof quarantineReasons)[number]
